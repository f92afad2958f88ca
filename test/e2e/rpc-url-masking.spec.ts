import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { asToken, type TokenCaller } from '../support/as-token';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const RELAYER = '/api/v1/relayers/relayer-1';

const urls = [
  ['https://rpc.example.com/v3/key-in-the-path', 'https://rpc.example.com/***'],
  ['https://rpc.example.com:8545/?key=key-in-the-query', 'https://rpc.example.com:8545/***'],
  ['https://user:key-of-user@rpc.example.com/', 'https://***@rpc.example.com/'],
  ['https://key-as-user@rpc.example.com/path?key=1', 'https://***@rpc.example.com/***'],
  ['http://203.0.113.7:8545', 'http://203.0.113.7:8545/'],
  ["https://rpc.example.com/$&$$$1?key=$`$'", 'https://rpc.example.com/***'],
  ['https://a$&b.example.com/', 'https://a$&b.example.com/'],
] as const;
const whole = urls.map(([url], weight) => ({ url, weight }));
const masked = urls.map(([, url], weight) => ({ url, weight }));

onEachDatabase('RPC endpoints of relayers', (create) => {
  const service = sharedApp(create);
  let reader: TokenCaller;
  let writer: TokenCaller;

  beforeAll(async () => {
    await service.add('signers', aSigner());
    await service.add('relayers', aRelayer({ custom_rpc_urls: whole }));
    reader = await asToken(service, { permissions: ['relayers:read'] });
    writer = await asToken(service, { permissions: ['relayers:read', 'relayers:write'] });
  });

  it.each([RELAYER, '/api/v1/relayers', '/api/v1/relayers?network_type=evm&per_page=100'])(
    'are masked on %s for who may not write, and whole for who may',
    async (path) => {
      for (let times = 0; times < 2; times++) {
        const seen = await reader.call('GET', path);
        expect([seen.json.data].flat()).toMatchObject([{ custom_rpc_urls: masked }]);
        expect(seen.text).not.toContain('key');
        const written = await writer.call('GET', path);
        expect([written.json.data].flat()).toMatchObject([{ custom_rpc_urls: whole }]);
      }
    },
  );

  it('can be written back as a writer reads them', async () => {
    const { custom_rpc_urls } = (await writer.call('GET', RELAYER)).json.data as { custom_rpc_urls: unknown };
    const before = await writer.call('GET', RELAYER);
    const after = await writer.call('PATCH', RELAYER, { custom_rpc_urls });
    expect(after.text).toBe(before.text);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('are masked in what a write answers to who may not read', async () => {
    const blind = await asToken(service, { permissions: ['relayers:write', 'relayers:system'] });
    const body = aRelayer({ id: 'made', network: 'made', custom_rpc_urls: whole });
    const state = { disabled: true, reason: { type: 'RpcValidationFailed', details: `${urls[0][0]} failed` } };
    const answers = [
      await blind.call('POST', '/api/v1/relayers', body),
      await blind.call('PATCH', '/api/v1/relayers/made', { name: 'new' }),
      await blind.call('PATCH', '/api/v1/relayers/made', {}),
      await blind.call('POST', '/api/v1/relayers/made/system-state', state),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
    for (const { json, text } of answers) {
      expect(json.data).toMatchObject({ custom_rpc_urls: masked });
      expect(text).not.toContain('key');
    }
    await service.call('DELETE', '/api/v1/relayers/made');
  });

  it('that were masked are refused, and say so', async () => {
    const message = 'must be whole: a part of it is masked by ***';
    const { custom_rpc_urls } = (await reader.call('GET', RELAYER)).json.data as { custom_rpc_urls: unknown };
    const refused = [0, 1, 2, 3, 5].map((index) => ({ path: `custom_rpc_urls[${String(index)}].url`, message }));
    const patched = await writer.call('PATCH', RELAYER, { custom_rpc_urls });
    expect(patched).toMatchObject({ status: 400, json: { errors: refused } });
    const made = await writer.call('POST', '/api/v1/relayers', aRelayer({ id: 'made', custom_rpc_urls }));
    expect(made).toMatchObject({ status: 400, json: { errors: refused } });
    expect((await writer.call('GET', RELAYER)).json.data).toMatchObject({ custom_rpc_urls: whole });
  });

  it('make another entity tag where they are masked', async () => {
    const seen = (await reader.call('GET', RELAYER)).headers.get('etag')!;
    const written = (await writer.call('GET', RELAYER)).headers.get('etag')!;
    expect(seen).not.toBe(written);
    // By itself fetch() asks for an answer that no cache kept.
    const conditional = (caller: TokenCaller, tag: string) =>
      caller.call('GET', RELAYER, undefined, { 'if-none-match': tag, 'cache-control': 'max-age=0' });
    expect((await conditional(reader, seen)).status).toBe(304);
    expect((await conditional(reader, written)).status).toBe(200);
    expect((await conditional(writer, seen)).status).toBe(200);
  });

  it('are null for everybody where there are none', async () => {
    await service.add('relayers', aRelayer({ id: 'relayer-2', network: 'mainnet' }));
    for (const caller of [reader, writer]) {
      const { json } = await caller.call('GET', '/api/v1/relayers/relayer-2');
      expect(json.data).toMatchObject({ custom_rpc_urls: null });
    }
  });
});
