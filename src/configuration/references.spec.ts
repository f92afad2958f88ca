import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../../test/support/scratch';
import { readSettings } from '../settings/read-settings';
import { withFile } from './configuration-files';
import { rulesAlone, validate } from './validate';

const rules = rulesAlone(readSettings({}));
const KEY = '1'.padStart(64, '0');
const env = (value: string) => ({ type: 'env', value });
const azure = { vault_url: 'https://relayers.vault.azure.net', key_name: 'treasury' };

describe('References in a file', () => {
  const folder = scratchFolder();
  const before = { ...process.env };

  afterEach(() => {
    process.env = { ...before };
  });

  async function messages(signers: readonly object[], notifications: readonly object[] = []): Promise<string[]> {
    const path = join(folder(), 'config.json');
    writeFileSync(path, JSON.stringify({ relayers: [], signers, notifications }));
    const findings = await withFile(path, (source) => validate(source, rules));
    return findings.filter(({ severity }) => severity === 'error').map(({ path: at, message }) => `${at} ${message}`);
  }

  it('are taken for secrets, and for the ids that Azure has as such', async () => {
    Object.assign(process.env, { A_KEY: KEY, AN_ID: 'an-id', A_FILE: '/run/token' });
    const signers = [
      { id: 'local', type: 'local', config: { key: env('A_KEY') } },
      {
        id: 'secret',
        type: 'azure_key_vault',
        config: { ...azure, tenant_id: env('AN_ID'), client_id: env('AN_ID'), client_secret: env('A_KEY') },
      },
      {
        id: 'workload',
        type: 'azure_key_vault',
        config: {
          ...azure,
          auth_type: 'workload_identity',
          tenant_id: { type: 'plain', value: 'an-id' },
          client_id: 'an-id',
          federated_token_file: env('A_FILE'),
        },
      },
    ];
    const hook = { id: 'hook', type: 'webhook', url: 'https://hooks.example.com', signing_key: env('A_KEY') };
    expect(await messages(signers, [hook])).toEqual([]);
  });

  it('are taken for nothing else: what is no secret is answered to whoever may read', async () => {
    Object.assign(process.env, { A_KEY: KEY, A_URL: 'https://relayers.vault.azure.net' });
    const rule = 'must be written as it is: no reference is taken here';
    const signers = [
      { id: 'one', type: 'local', config: { key: env('A_KEY'), key_name: env('A_KEY') } },
      { id: 'two', type: 'local', config: { key: env('A_KEY'), address: { type: 'plain', value: 'an address' } } },
      { id: 'three', type: 'aws_kms', config: { region: env('A_KEY'), key_id: 'x' } },
      {
        id: 'four',
        type: 'azure_key_vault',
        config: { ...azure, auth_type: 'managed_identity', vault_url: env('A_URL') },
      },
    ];
    expect(await messages(signers)).toEqual([
      `signers[0].config.key_name ${rule}`,
      `signers[1].config.address ${rule}`,
      `signers[2].config.region ${rule}`,
      `signers[3].config.vault_url ${rule}`,
    ]);
  });

  it.each([
    'STORAGE_ENCRYPTION_KEY',
    'API_KEY',
    'DATABASE_URL',
    'DATABASE_URL_FILE',
    'REDIS_URL',
    'WEBHOOK_PROXY_URL',
    'RELAYCTL_TOKEN',
    'api_key',
  ])('do not reach %s, which is a setting of the service', async (name) => {
    process.env[name] = KEY;
    const message = `names ${name}, which is a setting of the service: a file may not read it`;
    const signer = { id: 's', type: 'local', config: { key: env(name) } };
    const id = {
      id: 'a',
      type: 'azure_key_vault',
      config: { ...azure, auth_type: 'managed_identity', client_id: env(name) },
    };
    const hook = { id: 'hook', type: 'webhook', url: 'https://hooks.example.com', signing_key: env(name) };
    const keystore = { id: 'k', type: 'local', config: { path: 'config.json', passphrase: env(name) } };
    expect(await messages([signer, id, keystore], [hook])).toEqual([
      `signers[0].config.key ${message}`,
      `signers[1].config.client_id ${message}`,
      `signers[2].config.passphrase ${message}`,
      `notifications[0].signing_key ${message}`,
    ]);
  });
});
