import { secretPaths } from '../../src/signers/domain/concealment';
import { SignerKinds } from '../../src/signers/domain/kinds';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const PATH = '/api/v1/signers/signer-1';
type Plain = Record<string, unknown>;

/** A configuration as an answer shows it: no nulls, no empty texts, and nothing that stands at a secret path. */
function shown(config: unknown, secrets: readonly string[], at = ''): unknown {
  if (typeof config !== 'object' || config === null) return config;
  const open = Object.entries(config as Plain)
    .map(([name, value]) => [name, value, at === '' ? name : `${at}.${name}`] as const)
    .filter(([, value, path]) => value !== null && value !== '' && !secrets.includes(path));
  return Object.fromEntries(open.map(([name, value, path]) => [name, shown(value, secrets, path)]));
}

onEachDatabase('Signers', (create) => {
  const service = sharedApp(create);

  afterEach(() => service.call('DELETE', PATH));

  const kinds = new SignerKinds().all();

  it('are of the eight types of the contract', () => {
    expect(kinds.map(({ type }) => type).sort()).toEqual(
      ['aws_kms', 'azure_key_vault', 'cdp', 'google_cloud_kms', 'local', 'turnkey', 'vault', 'vault_transit'].sort(),
    );
  });

  it.each<[string, string[]]>([
    ['local', ['key']],
    ['aws_kms', []],
    [
      'google_cloud_kms',
      ['service_account.private_key', 'service_account.private_key_id', 'service_account.client_email'],
    ],
    ['azure_key_vault', ['client_secret']],
    ['vault', ['role_id', 'secret_id']],
    ['vault_transit', ['role_id', 'secret_id']],
    ['turnkey', ['api_private_key']],
    ['cdp', ['api_key_secret', 'wallet_secret']],
  ])('of type %s keep %j secret', (type, secrets) => {
    const kind = kinds.find((kind) => kind.type === type)!;

    expect(secretPaths(kind.config)).toEqual(secrets);
  });

  describe.each(kinds.map((kind) => [kind.type, kind] as const))('of type %s', (type, kind) => {
    const secrets = secretPaths(kind.config);

    it.each(kind.examples.good.map((config) => [config]))(
      'are created with %j, read, listed and deleted',
      async (config) => {
        const created = await service.call('POST', '/api/v1/signers', aSigner({ type, config }));

        expect(created.status).toBe(201);
        expect(created.json.data).toMatchObject({ id: 'signer-1', type, config: shown(config, secrets) });
        expect((await service.call('GET', PATH)).text).toBe(created.text);
        expect((await service.call('GET', '/api/v1/signers')).json.data).toEqual([created.json.data]);

        const shownConfig = (created.json.data as { readonly config: Plain }).config;
        for (const path of secrets) {
          expect(
            path.split('.').reduce<unknown>((value, name) => (value as Plain | undefined)?.[name], shownConfig),
          ).toBe(undefined);
        }
        expect((await service.call('DELETE', PATH)).json.data).toBe('Signer deleted successfully');
        expect((await service.call('GET', PATH)).status).toBe(404);
      },
    );

    it.each(kind.examples.bad.map(({ config, faults }) => [config, faults] as const))(
      'are refused with %j',
      async (config, faults) => {
        const { status, json } = await service.call('POST', '/api/v1/signers', aSigner({ type, config }));

        expect(status).toBe(400);
        expect(json.errors).toEqual(faults.map(({ path, message }) => ({ path: `config.${path}`, message })));
        expect((await service.call('GET', PATH)).status).toBe(404);
      },
    );
  });

  it('of type plain are of type local', async () => {
    expect(await service.add('signers', aSigner({ type: 'plain' }))).toEqual({
      id: 'signer-1',
      type: 'local',
      config: {},
    });
  });

  it('of type local show address, key name, mount point and namespace', async () => {
    const open = { address: '0xabc', key_name: 'treasury', mount_point: 'secret', namespace: 'payments' };
    const { config } = aSigner();

    expect(await service.add('signers', aSigner({ config: { ...(config as Plain), ...open } }))).toMatchObject({
      config: open,
    });
  });

  it('cannot be changed', async () => {
    await service.add('signers', aSigner());
    const { status, headers } = await service.call('PATCH', PATH, { config: {} });

    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD, DELETE');
  });
});
