import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { asToken } from '../support/as-token';
import { root } from '../support/built-service';
import { onEachDatabase } from '../support/databases';
import { API_KEY, openApp } from '../support/open-app';
import { exactJson, sharedApp } from '../support/shared-app';

const PATH = '/api/v1/configuration';

const signer = (value: object) => ({ id: 's', type: 'local', config: { key: value } });
const KEY = { type: 'plain', value: '1'.padStart(64, '0') };
const relayer = { id: 'r', name: 'R', network: 'sepolia', network_type: 'evm', paused: false, signer_id: 's' };
const network = {
  type: 'evm',
  network: 'sepolia',
  rpc_urls: [{ url: 'https://rpc.example.com', weight: 100 }],
  chain_id: 2n ** 60n,
  required_confirmations: 1,
  symbol: 'ETH',
};
const whole = {
  signers: [signer(KEY)],
  relayers: [{ ...relayer, policies: { gas_price_cap: 2n ** 100n } }],
  networks: [network],
};

onEachDatabase('The configuration over HTTP', (create) => {
  const service = sharedApp(create);
  const post = (path: string, body: unknown) => service.call('POST', `${PATH}/${path}`, exactJson(body));

  it('is validated, compared, applied and exported', async () => {
    expect((await post('validate', whole)).json.data).toEqual({ valid: true, findings: [] });
    expect((await post('diff', whole)).json.data).toMatchObject({
      applied: false,
      changes: [{ id: 's' }, { id: 'evm:sepolia' }, { id: 'r' }],
    });
    expect((await service.call('GET', '/api/v1/relayers')).json.pagination!.total_items).toBe(0);
    expect((await post('apply', whole)).json.data).toMatchObject({ applied: true });
    expect((await post('apply', whole)).json.data).toMatchObject({ changes: [], unchanged: 3 });
    const { text, json } = await service.call('GET', PATH);
    expect(text).toContain(`"gas_price_cap":${String(2n ** 100n)}`);
    expect(text).toContain(`"chain_id":${String(2n ** 60n)}`);
    expect(text).not.toContain(KEY.value);
    expect(json.data).toMatchObject({ variables: ['SIGNER_S_KEY'] });
    expect((await post('apply?prune=true', { ...whole, relayers: [] })).json.data).toMatchObject({
      changes: [{ action: 'delete', resource: 'relayer', id: 'r' }],
    });
  });

  it('applies the plan that was shown, or nothing', async () => {
    await post('apply', whole);
    const other = { ...whole, relayers: [{ ...relayer, paused: true }] };
    const { digest } = (await post('diff', other)).json.data as { readonly digest: string };
    expect((await post('diff', other)).json.data).toMatchObject({ digest });
    await service.call('PATCH', '/api/v1/relayers/r', { name: 'Renamed' });
    const refused = await post(`apply?digest=${digest}`, other);
    expect([refused.status, refused.json.message]).toEqual([412, 'Precondition Failed']);
    expect((await service.call('GET', '/api/v1/relayers/r')).json.data).toMatchObject({ paused: false });
    const { digest: now } = (await post('diff', other)).json.data as { readonly digest: string };
    expect(now).not.toBe(digest);
    expect((await post(`apply?digest=${now}`, other)).json.data).toMatchObject({ applied: true, digest: now });
  });

  it('refuses a plan whose fields are the same, and start from another state', async () => {
    await post('apply', whole);
    const other = { ...whole, relayers: [{ ...relayer, paused: true }] };
    const { digest } = (await post('diff?prune=true', other)).json.data as { readonly digest: string };
    await service.call('PATCH', '/api/v1/relayers/r', { name: 'Renamed' });
    await service.call('PATCH', '/api/v1/relayers/r', { name: relayer.name });
    expect((await post(`apply?prune=true&digest=${digest}`, other)).status).toBe(412);
  });

  it('refuses what has faults, and tells all of them', async () => {
    const faulty = {
      signers: [signer({ type: 'env', value: 'PATH' })],
      relayers: [{ ...relayer, paused: 1 }],
      networks: './n',
    };
    expect((await post('apply', faulty)).json).toEqual({
      success: false,
      data: null,
      message: 'Bad Request',
      errors: [
        { path: 'signers[0].config.key', message: expect.stringContaining('must be plain: the service does not read') },
        { path: 'relayers[0].paused', message: 'must be true or false' },
        { path: 'networks', message: expect.stringContaining('must be a list: the service does not read') },
      ],
    });
    expect((await post('validate', faulty)).json.data).toMatchObject({ valid: false, findings: [{}, {}, {}] });
    expect((await service.call('POST', `${PATH}/validate`, '{"relayers":')).json.data).toMatchObject({ valid: false });
    expect((await service.call('POST', `${PATH}/apply?on_conflict=maybe`, '{}')).status).toBe(400);
  });

  it('reads no keystore and no folder of the service', async () => {
    const example = readFileSync(join(root, 'docs/examples/config.json'), 'utf8');
    const { json } = await service.call('POST', `${PATH}/apply`, example);
    expect(json.errors).toHaveLength(3);
    for (const { message } of json.errors!) expect(message).toContain('must not be given: the service does not read');
  });

  describe('as NDJSON', () => {
    const NDJSON = { 'content-type': 'application/x-ndjson' };
    const lines = (...records: readonly unknown[]): string =>
      records.map((record) => `${exactJson(record)}\n`).join('');
    const send = (path: string, text: string, headers: Record<string, string> = {}) =>
      service.call('POST', `${PATH}/${path}`, text, { ...NDJSON, ...headers });
    const wholeInLines = lines(
      { relayer: { ...relayer, policies: { gas_price_cap: 2n ** 100n } } },
      { signer: signer(KEY) },
      { network },
    );

    it('is the same configuration, with the same plan', async () => {
      const { json } = await send('diff?prune=true', wholeInLines);
      const asDocument = (await post('diff?prune=true', whole)).json.data as { readonly digest: string };
      expect(json.data).toEqual(asDocument);
      expect((await send(`apply?prune=true&digest=${asDocument.digest}`, wholeInLines)).status).toBe(200);
      expect((await post('apply', whole)).json.data).toMatchObject({ changes: [], unchanged: 3 });
      expect((await send('validate', wholeInLines)).json.data).toEqual({ valid: true, findings: [] });
      expect(
        (await send(`apply?digest=${'0'.repeat(64)}`, lines({ relayer: { ...relayer, paused: true } }))).status,
      ).toBe(412);
    });

    it('is exported where that is asked for, and gives the same again', async () => {
      await post('apply', whole);
      const exported = await service.call('GET', PATH, undefined, { accept: 'application/x-ndjson' });
      expect(exported.headers.get('content-type')).toBe('application/x-ndjson');
      const key = JSON.stringify({ type: 'env', value: 'SIGNER_S_KEY' });
      expect(exported.text).toContain(`"gas_price_cap":${String(2n ** 100n)}`);
      expect(exported.text.split('\n').slice(1)).toEqual([
        `{"signer":{"id":"s","type":"local","config":{"key":${key}}}}`,
        '{"notifications":[]}',
        exactJson({ network }),
        '{"plugins":[]}',
        '',
      ]);
      const again = exported.text.replace(key, JSON.stringify(KEY));
      expect((await send('diff?prune=true', again)).json.data).toMatchObject({ changes: [], extra: 0 });
      for (const accept of ['*/*', 'application/json, application/x-ndjson;q=0.5']) {
        expect((await service.call('GET', PATH, undefined, { accept })).json.data).toHaveProperty('variables');
      }
    });

    it('names lines and records, and changes nothing where one of them is wrong', async () => {
      await post('apply', whole);
      const faulty = lines({ relayer: { ...relayer, paused: true } }, { relayer: { ...relayer, id: 'q', paused: 1 } });
      expect((await send('apply', `${faulty}{"signer":`)).json.errors).toEqual([
        { path: 'relayers[1].paused', message: 'must be true or false' },
        { path: 'body', message: 'is not valid JSON: it ends too early' },
      ]);
      expect((await send('validate', faulty)).json.data).toMatchObject({
        findings: [{ path: 'relayers[1].paused', line: 2 }],
      });
      expect((await service.call('GET', '/api/v1/relayers/r')).json.data).toMatchObject({ paused: false });
      expect((await send('apply', lines({ signer: signer({ type: 'env', value: 'PATH' }) }))).json.errors).toEqual([
        { path: 'signers[0].config.key', message: expect.stringContaining('must be plain') },
      ]);
    });

    it('may have more than a document, in one transaction', async () => {
      const custom_rpc_urls = Array.from({ length: 90 }, (_, index) => ({
        url: `https://rpc.example.com/${String(index)}/${'x'.repeat(1_900)}`,
        weight: 100,
      }));
      const relayers = Array.from({ length: 96 }, (_, index) => ({
        relayer: { ...relayer, id: `n${String(index)}`, network: `n${String(index)}`, custom_rpc_urls },
      }));
      const text = lines({ signer: signer(KEY) }, ...relayers);
      expect(Buffer.byteLength(text)).toBeGreaterThan(16 * 1024 * 1024);
      expect((await service.call('POST', `${PATH}/diff`, text)).status).toBe(413);
      const { json } = await send('apply?prune=true', text);
      expect(json.data).toMatchObject({ applied: true });
      expect((await service.call('GET', '/api/v1/relayers?per_page=0')).json.pagination!.total_items).toBe(96);
      expect((await send('apply', text)).json.data).toMatchObject({ changes: [], unchanged: 97 });
    }, 120_000);

    it('is read compressed, too, and refused where it is not what its encoding says', async () => {
      const zipped = await fetch(`${service.app.url}${PATH}/diff`, {
        method: 'POST',
        headers: { ...NDJSON, 'content-encoding': 'gzip', authorization: `Bearer ${API_KEY}` },
        body: gzipSync(wholeInLines),
      });
      expect(zipped.status).toBe(200);
      expect((await send('diff', wholeInLines, { 'content-encoding': 'gzip' })).status).toBe(400);
      expect((await service.call('POST', `${PATH}/diff`, wholeInLines, { 'content-type': 'text/plain' })).status).toBe(
        400,
      );
    });
  });

  it('takes more than a record may have', async () => {
    const networks = Array.from({ length: 2_000 }, (_, index) => ({
      type: 'evm',
      network: `n${String(index)}`,
      from: 'mainnet',
      rpc_urls: [`https://rpc.example.com/${'x'.repeat(1_100)}`],
    }));
    expect(exactJson({ networks }).length).toBeGreaterThan(2 * 1024 * 1024);
    expect((await post('diff', { networks })).status).toBe(200);
  });

  it('answers also where that takes longer than a connection may be silent', async () => {
    const database = await create();
    const own = await openApp({ database });
    own.app.getHttpServer().setTimeout(500);
    const relayers = Array.from({ length: 3_000 }, (_, index) => ({
      ...relayer,
      id: `r${String(index)}`,
      network: `n${String(index)}`,
    }));
    const { json } = await own.call('POST', `${PATH}/apply`, { signers: [signer(KEY)], relayers });
    expect(json.data).toMatchObject({ applied: true });
    await own.close();
    await database.drop();
  }, 60_000);

  it('is for those with the permission, and for nobody who is restricted to some relayers', async () => {
    const reader = await asToken(service, { permissions: ['configuration:read'] });
    expect((await reader.call('GET', PATH)).status).toBe(200);
    expect((await reader.call('POST', `${PATH}/diff`, {})).status).toBe(200);
    expect((await reader.call('POST', `${PATH}/apply`, {})).status).toBe(403);
    const restricted = await asToken(service, { permissions: ['*'], relayers: ['r'] });
    for (const path of ['validate', 'diff', 'apply']) {
      expect((await restricted.call('POST', `${PATH}/${path}`, {})).status).toBe(403);
    }
    expect((await restricted.call('GET', PATH)).status).toBe(403);
  });
});
