import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const amount = 'must be a whole number from 0 to 2^128-1';
const url = 'must be an http or https URL of at most 2048 characters';

onEachDatabase('Every fault of a request is told at once', (create) => {
  const service = sharedApp(create);
  let before: string;

  beforeAll(async () => {
    await service.add('signers', aSigner());
    await service.add('signers', aSigner({ id: 'aws', type: 'vault_transit', config: vaultTransit }));
    await service.add('relayers', aRelayer());
    before = (await service.call('GET', '/api/v1/relayers/relayer-1')).text;
  });

  const faults = async (method: string, path: string, body: unknown): Promise<Record<string, string>> => {
    const { status, json } = await service.call(method, `/api/v1/${path}`, body);
    expect(status).toBe(400);
    expect(json).toEqual({ success: false, data: null, message: 'Bad Request', errors: expect.any(Array) });
    const paths = json.errors!.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    return Object.fromEntries(json.errors!.map(({ path, message }) => [path, message]));
  };

  it('of a relayer that is created', async () => {
    expect(
      await faults('POST', 'relayers', {
        id: 'no id',
        name: '',
        network: 7,
        network_type: 'evm',
        signer_id: 'nobody',
        notification_id: 'nothing',
        paused: 'yes',
        address: '0x1',
        custom_rpc_urls: [{ url: 'ftp://x', weight: 101 }, { weight: 1 }, 'https://x', { url: 'https://x', name: 'x' }],
        policies: { min_balance: -1, whitelist_receivers: ['0x', 5], max_fee: 3 },
        system_disabled: true,
      }),
    ).toEqual({
      system_disabled: 'is not a known field',
      id: 'must be 1 to 36 characters of A-Z a-z 0-9 - _',
      network: 'must be a string of 1 to 255 characters',
      signer_id: 'must be the id of a signer',
      address: 'must be an EVM address: 0x and 40 hex digits',
      name: 'must be a string of 1 to 255 characters',
      paused: 'must be true or false',
      notification_id: 'must be the id of a notification',
      'custom_rpc_urls[0].url': url.replace('2048', '8192'),
      'custom_rpc_urls[0].weight': 'must be a whole number from 0 to 100',
      'custom_rpc_urls[1].url': 'is required',
      'custom_rpc_urls[2]': 'must be an object',
      'custom_rpc_urls[3].name': 'is not a known field',
      'policies.max_fee': 'is not a known field',
      'policies.min_balance': amount,
      'policies.whitelist_receivers[0]': 'must be an EVM address: 0x and 40 hex digits',
      'policies.whitelist_receivers[1]': 'must be an EVM address: 0x and 40 hex digits',
    });
  });

  it('of a relayer of which everything is missing', async () => {
    expect(await faults('POST', 'relayers', {})).toEqual({
      name: 'is required',
      network: 'is required',
      network_type: 'is required',
      signer_id: 'is required',
      paused: 'is required',
    });
  });

  it('of a relayer whose network type nobody knows', async () => {
    expect(await faults('POST', 'relayers', aRelayer({ network_type: 'bitcoin', signer_id: 'nobody' }))).toEqual({
      network_type: 'must be one of evm, solana, stellar',
      signer_id: 'must be the id of a signer',
    });
  });

  it('of a relayer whose signer cannot sign for its network type', async () => {
    expect(await faults('POST', 'relayers', aRelayer({ signer_id: 'aws', name: 0 }))).toEqual({
      signer_id: 'must be a signer for evm, which one of type vault_transit is not',
      name: 'must be a string of 1 to 255 characters',
    });
  });

  it('of values that no database could look up', async () => {
    expect(
      await faults('POST', 'relayers', aRelayer({ id: {}, signer_id: ['x'], notification_id: 5, policies: 'none' })),
    ).toEqual({
      id: 'must be 1 to 36 characters of A-Z a-z 0-9 - _',
      signer_id: 'must be 1 to 36 characters of A-Z a-z 0-9 - _',
      notification_id: 'must be 1 to 36 characters of A-Z a-z 0-9 - _',
      policies: 'must be an object',
    });
  });

  it('of a patch of a relayer, which then changes nothing', async () => {
    expect(
      await faults('PATCH', 'relayers/relayer-1', {
        id: 'other',
        name: 'x'.repeat(256),
        paused: null,
        notification_id: 'nothing',
        custom_rpc_urls: [{ url: 'https://rpc.example.com', weight: 1.5 }],
        policies: { gas_price_cap: 1.5, eip1559_pricing: 'true', private_transactions: true, nonsense: null, fee: 1 },
      }),
    ).toEqual({
      id: 'is not a known field',
      name: 'must be a string of 1 to 255 characters',
      paused: 'must not be null',
      notification_id: 'must be the id of a notification',
      'custom_rpc_urls[0].weight': 'must be a whole number from 0 to 100',
      'policies.gas_price_cap': amount,
      'policies.eip1559_pricing': 'must be true or false',
      'policies.fee': 'is not a known field',
    });
    expect((await service.call('GET', '/api/v1/relayers/relayer-1')).text).toBe(before);
  });

  it('of a patch of a relayer that is not there', async () => {
    expect(await faults('PATCH', 'relayers/nobody', { name: 5, paused: null })).toEqual({
      name: 'must be a string of 1 to 255 characters',
      paused: 'must not be null',
    });
  });

  it('of a patch with a precondition: its shape is validated first', async () => {
    const { status } = await service.call('PATCH', '/api/v1/relayers/relayer-1', { paused: 1 }, { 'if-match': '"x"' });

    expect(status).toBe(400);
  });

  it('of a signer', async () => {
    expect(
      await faults('POST', 'signers', {
        id: '!',
        type: 'azure_key_vault',
        config: { vault_url: 'nowhere', wings: 2 },
        secret: 'x',
      }),
    ).toEqual({
      secret: 'is not a known field',
      id: 'must be 1 to 36 characters of A-Z a-z 0-9 - _',
      'config.wings': 'is not a known field',
      'config.vault_url': url,
      'config.key_name': 'is required',
      'config.tenant_id': 'is required where auth_type is client_secret',
      'config.client_id': 'is required where auth_type is client_secret',
      'config.client_secret': 'is required where auth_type is client_secret',
    });
  });

  it('of a signer whose type nobody knows, and of one whose configuration is no object', async () => {
    expect(await faults('POST', 'signers', { id: '', type: 'ledger', config: {} })).toEqual({
      id: 'must be 1 to 36 characters of A-Z a-z 0-9 - _',
      type: expect.stringMatching(/^must be one of local, aws_kms, google_cloud_kms, azure_key_vault, vault, /),
    });
    expect(await faults('POST', 'signers', { type: 'local', config: 'key' })).toEqual({ config: 'must be an object' });
    expect(await faults('POST', 'signers', {})).toEqual({ type: 'is required', config: 'is required' });
  });

  it('of a notification', async () => {
    const wrong = { type: 'email', url: 'mailto:x@example.com', signing_key: 5, has_signing_key: true };
    const expected = {
      has_signing_key: 'is not a known field',
      type: expect.stringContaining('webhook'),
      url,
      signing_key: 'must be a string of 0 to 65536 characters',
    };

    expect(await faults('POST', 'notifications', wrong)).toEqual(expected);
    expect(await faults('PATCH', 'notifications/any', wrong)).toEqual(expected);
  });
});

const vaultTransit = {
  address: 'https://vault.example.com',
  role_id: 'role',
  secret_id: 'secret',
  key_name: 'key',
  pubkey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
};
