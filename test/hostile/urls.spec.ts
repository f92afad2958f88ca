import { readAddressRange } from '../../src/kernel/address-rules';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { type OpenApp, openApp } from '../support/open-app';

const KEY = `${'0'.repeat(63)}1`;
const encryptionKeys = [{ id: 'test', key: Buffer.alloc(32, 1) }];
const METADATA = 'http://169.254.169.254/latest/meta-data/';
const refusal = (path: string, message: string) => ({
  success: false,
  data: null,
  message: 'Bad Request',
  errors: [{ path, message }],
});

onEachDatabase('Where URLs may point to', (create) => {
  let database: TestDatabase;
  let open: OpenApp;
  let narrowed: OpenApp;

  beforeAll(async () => {
    database = await create();
    open = await openApp({ database, settings: { encryptionKeys } });
    narrowed = await openApp({
      database,
      settings: {
        encryptionKeys,
        urls: {
          webhookAllowedRanges: [readAddressRange('127.0.0.0/8')!],
          rpcAllowedHosts: ['rpc.example.com', '127.0.0.1'],
          rpcBlockPrivateIps: true,
        },
      },
    });
    await open.call('POST', '/api/v1/signers', { id: 'key', type: 'local', config: { key: KEY } });
    await open.call('POST', '/api/v1/notifications', { id: 'hook', url: 'https://hooks.example.com' });
  });

  afterAll(async () => {
    await open.close();
    await narrowed.close();
    await database.drop();
  });

  const relayer = (network: string, url: string) => ({
    id: network,
    name: 'A relayer',
    network,
    network_type: 'evm',
    signer_id: 'key',
    paused: false,
    custom_rpc_urls: [{ url: 'https://rpc.example.com' }, { url }],
  });

  it('is validated when a webhook is created', async () => {
    const message = 'must not point to a loopback address, unless WEBHOOK_ALLOWED_RANGES has it';
    const refused = await open.call('POST', '/api/v1/notifications', { url: 'http://[::ffff:127.0.0.1]:9000/' });
    expect(refused.status).toBe(400);
    expect(refused.json).toEqual(refusal('url', message));
    const metadata = await narrowed.call('POST', '/api/v1/notifications', { url: METADATA });
    expect(metadata.json).toEqual(refusal('url', 'must not point to a metadata service of a cloud'));
    const allowed = await narrowed.call('POST', '/api/v1/notifications', { url: 'http://127.0.0.1:9000/' });
    expect(allowed.json).toMatchObject({ success: true, data: { url: 'http://127.0.0.1:9000/' } });
  });

  it('is reported with the other faults of a webhook', async () => {
    const { json } = await open.call('POST', '/api/v1/notifications', { type: 'mail', url: 'http://10.0.0.1' });
    expect(json.errors?.map(({ path }) => path)).toEqual(['type', 'url']);
  });

  it('is validated when a webhook is changed, once the webhook is known to exist', async () => {
    const change = { url: 'http://localhost:9000' };
    const refused = await open.call('PATCH', '/api/v1/notifications/hook', change);
    expect(refused.json.errors).toEqual([expect.objectContaining({ path: 'url' })]);
    expect((await open.call('PATCH', '/api/v1/notifications/missing', change)).status).toBe(404);
    expect((await open.call('GET', '/api/v1/notifications/hook')).json).toMatchObject({
      data: { url: 'https://hooks.example.com' },
    });
  });

  it('is validated when a relayer is created', async () => {
    const refused = await open.call('POST', '/api/v1/relayers', relayer('sepolia', METADATA));
    expect(refused.status).toBe(400);
    expect(refused.json).toEqual(refusal('custom_rpc_urls[1].url', 'must not point to a metadata service of a cloud'));
    const narrow = await narrowed.call('POST', '/api/v1/relayers', relayer('sepolia', 'http://127.0.0.1:8545'));
    expect(narrow.json.errors).toEqual([expect.objectContaining({ path: 'custom_rpc_urls[1].url' })]);
    expect((await open.call('POST', '/api/v1/relayers', relayer('sepolia', 'http://127.0.0.1:8545'))).status).toBe(201);
  });

  it('is validated when a relayer is given other RPC URLs, with its other faults', async () => {
    await open.call('POST', '/api/v1/relayers', relayer('mainnet', 'http://localhost:8545'));
    const refused = await open.call('PATCH', '/api/v1/relayers/mainnet', {
      notification_id: 'missing',
      custom_rpc_urls: [{ url: 'http://metadata.google.internal' }],
    });
    expect(refused.json.errors?.map(({ path }) => path)).toEqual(['notification_id', 'custom_rpc_urls[0].url']);
    const elsewhere = await narrowed.call('PATCH', '/api/v1/relayers/mainnet', {
      custom_rpc_urls: [{ url: 'https://other.example.com' }],
    });
    expect(elsewhere.json).toEqual(
      refusal('custom_rpc_urls[0].url', 'must point to one of the hosts in RPC_ALLOWED_HOSTS'),
    );
  });

  it('leaves a relayer changeable whose URLs are from before a rule was set', async () => {
    await open.call('POST', '/api/v1/relayers', {
      ...relayer('holesky', 'http://localhost:8545'),
      custom_rpc_urls: null,
    });
    expect((await narrowed.call('PATCH', '/api/v1/relayers/holesky', { paused: true })).status).toBe(200);
  });
});
