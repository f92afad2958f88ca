import { aRelayer, relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';
import { unlessStill } from '../support/unless-still';

/** More than the 64 KiB that a list may have which is not written while it is read. */
const RELAYERS = 200;
const RPC_URLS = Array.from({ length: 20 }, (_, index) => ({ url: `https://rpc-${String(index)}.example.com/v1` }));
const LONG = ['/api/v1/relayers/relayer-1', '/api/v1/relayers?per_page=30', '/api/v1/relayers?per_page=1000'];

onEachDatabase('An answer of more than 1 KiB', (create) => {
  const service = sharedApp(create);
  const ask = (path: string, coding: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    service.call(method, path, undefined, { 'accept-encoding': coding, ...headers });

  beforeAll(async () => {
    await service.add('signers', aSigner());
    for (let number = 1; number <= RELAYERS; number++) {
      await service.add('relayers', relayerNumber(number, { custom_rpc_urls: RPC_URLS }));
    }
  });

  it.each([...LONG, '/metrics'])('is compressed for those who accept that: %s', async (path) => {
    const [plain, packed, refused] = await Promise.all(
      ['identity', 'br, gzip;q=0.8', 'gzip;q=0'].map((coding) => ask(path, coding)),
    );
    const codings = [plain!, packed!, refused!].map(({ headers }) => headers.get('content-encoding'));
    expect(codings).toEqual([null, 'gzip', null]);
    expect(packed!.headers.get('vary')).toBe('Accept-Encoding');
    expect(plain!.headers.get('vary')).toBe('Accept-Encoding');
    if (path !== '/metrics') expect(packed!.text).toBe(plain!.text);
  });

  it.each(LONG)('has a strong tag of its own in either coding, by which it is not sent again: %s', async (path) => {
    const [plain, packed] = [await ask(path, 'identity'), await ask(path, 'gzip')];
    expect(packed.headers.get('etag')).toMatch(/^"[^"]+-gzip"$/);
    expect(plain.headers.get('etag')).not.toBe(packed.headers.get('etag'));
    for (const [coding, known, status] of [
      ['gzip', packed, 304],
      ['identity', plain, 304],
      ['gzip', plain, 200],
      ['identity', packed, 200],
    ] as const) {
      const reply = await ask(path, coding, unlessStill(known));
      expect([coding, reply.status]).toEqual([coding, status]);
      if (status === 304) expect(reply.headers.get('content-encoding')).toBeNull();
    }
  });

  it.each(LONG)('is given again in the coding that is accepted: %s', async (path) => {
    for (const coding of ['gzip', 'identity', 'gzip', 'identity']) {
      const reply = await ask(path, coding);
      expect(reply.headers.get('content-encoding')).toBe(coding === 'gzip' ? 'gzip' : null);
      expect(reply.json.success).toBe(true);
    }
  });

  it('says the same of its head', async () => {
    const [whole, head] = [await ask(LONG[0]!, 'gzip'), await ask(LONG[0]!, 'gzip', {}, 'HEAD')];
    for (const name of ['etag', 'content-encoding', 'vary', 'content-length'])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  });

  it('names the state that a change is for, in either coding', async () => {
    for (const coding of ['gzip', 'identity']) {
      const tag = (await ask(LONG[0]!, coding)).headers.get('etag')!;
      const changed = await service.call('PATCH', LONG[0]!, { name: coding }, { 'if-match': tag });
      expect(changed.json.data).toMatchObject({ name: coding });
      const late = await service.call('PATCH', LONG[0]!, { name: 'late' }, { 'if-match': tag });
      expect(late.status).toBe(412);
    }
  });

  it('is compressed where it is a failure, or remembered under a key', async () => {
    const faulty = await service.call('POST', '/api/v1/relayers', { custom_rpc_urls: RPC_URLS.map(() => ({})) });
    expect([faulty.status, faulty.headers.get('content-encoding')]).toEqual([400, 'gzip']);
    expect(faulty.json.errors!.length).toBeGreaterThan(RPC_URLS.length);
    const body = aRelayer({ id: 'remembered', network: 'its own', custom_rpc_urls: RPC_URLS });
    const sent = [];
    for (const coding of ['gzip', 'identity']) {
      const headers = { 'idempotency-key': 'once', 'accept-encoding': coding };
      sent.push(await service.call('POST', '/api/v1/relayers', body, headers));
    }
    expect(sent.map(({ status }) => status)).toEqual([201, 201]);
    expect(sent.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
    expect(sent[1]!.text).toBe(sent[0]!.text);
  });

  it('is not compressed where it is shorter', async () => {
    const { headers } = await ask('/api/v1/signers/signer-1', 'gzip');
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null]);
  });
});
