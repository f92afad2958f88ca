import { pluginEntity } from '../builders/entities';
import { databases } from '../support/databases';
import { relayerBody, signerBody } from '../support/samples';
import { sharedApp } from '../support/shared-app';
import { storePlugins } from '../support/stored-plugins';

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const members = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])));
const wide = (count: number): string => `{"a":[${Array.from({ length: count }, () => '1000000000000000000').join()}]}`;

const ACCOUNT = {
  ...{
    project_id: 'p',
    private_key: 'not-a-secret',
    private_key_id: 'i',
    client_email: 'a@example.com',
    client_id: '1',
  },
  auth_uri: 'https://accounts.google.com/o/oauth2/auth',
  token_uri: 'https://oauth2.googleapis.com/token',
  auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
  client_x509_cert_url: 'https://www.googleapis.com/robot/v1/metadata/x509',
  universe_domain: 's3nsapis.fr',
};
const KEY = { location: 'global', key_ring_id: 'r', key_id: 'k', key_version: 1 };

// The databases do not differ in this.
describe('What the API takes comes back from its export', () => {
  const service = sharedApp(databases[0]!.create);

  async function unlike(): Promise<unknown> {
    const { json } = await service.call('GET', '/api/v1/configuration');
    const { configuration } = json.data as {
      readonly configuration: { readonly plugins: unknown; readonly relayers: unknown };
    };
    const { plugins, relayers } = configuration;
    for (const [type, text] of [
      ['application/json', JSON.stringify({ plugins, relayers }, null, 2)],
      ['application/x-ndjson', `${JSON.stringify({ plugin: (plugins as unknown[])[0] })}\n`],
    ] as const) {
      const reply = await service.call('POST', '/api/v1/configuration/diff', text, { 'content-type': type });
      if (reply.status !== 200) return reply.json;
      expect(reply.json.data).toMatchObject({ changes: [] });
    }
    return undefined;
  }

  beforeAll(() => storePlugins(service.app, pluginEntity('quote')));

  it.each([
    ['29 levels', nested(29)],
    ['1,000 members', members(1_000)],
    ['19,000 items', `{"a":[${'0,'.repeat(19_000)}0]}`],
    ['a text of 250 KiB', JSON.stringify({ a: 'x'.repeat(250 * 1024) })],
    ['4,000 numbers of many digits', wide(4_000)],
  ])('a plugin whose configuration has %s', async (_, config) => {
    expect((await service.call('PATCH', '/api/v1/plugins/quote', `{"config":${config}}`)).status).toBe(200);
    expect(await unlike()).toBeUndefined();
  });

  it.each([
    ['30 levels', nested(30)],
    ['1,001 members', members(1_001)],
    ['a text of 257 KiB', JSON.stringify({ a: 'x'.repeat(257 * 1024) })],
    ['a text that is of 300 KiB when it is escaped', JSON.stringify({ a: '\u0001'.repeat(50 * 1024) })],
    ['15,000 numbers of many digits', wide(15_000)],
    ['8,000 lists of two that hold one', `{"a":[${'[[0]],'.repeat(8_000)}0]}`],
  ])('but for a configuration of %s, which is refused', async (_, config) => {
    const { status, json } = await service.call('PATCH', '/api/v1/plugins/quote', `{"config":${config}}`);
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { path: 'config', message: expect.stringMatching(/^must be one that files can have/) },
    ]);
  });

  it('a relayer of 5,000 receivers', async () => {
    await service.add('signers', signerBody('signer'));
    const whitelist_receivers = Array.from({ length: 5_000 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);
    await service.add('relayers', relayerBody('long', 'signer', { policies: { whitelist_receivers } }));
    expect(await unlike()).toBeUndefined();
  });

  it('or is told where the OpenZeppelin Relayer cannot hold it', async () => {
    await service.add('signers', {
      id: 'sovereign',
      type: 'google_cloud_kms',
      config: { service_account: ACCOUNT, key: KEY },
    });
    await service.call('PATCH', '/api/v1/plugins/quote', '{"config":{"a":18446744073709551616}}');
    const { warnings } = await service.read('/api/v1/configuration?for=openzeppelin');
    expect(warnings).toEqual(
      expect.arrayContaining([
        {
          severity: 'warning',
          path: expect.stringMatching(/^signers.*universe_domain$/),
          message: 'must be googleapis.com there',
        },
        {
          severity: 'warning',
          path: 'plugins[0].config',
          message: expect.stringMatching(/^has a whole number outside of/),
        },
      ]),
    );
  });
});
