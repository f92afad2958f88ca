import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openKeystore } from '../../src/configuration/domain/keystore';
import { endAll, startBuiltService } from '../support/built-service';
import { databases, type TestDatabase } from '../support/databases';
import { databaseUrl, type Outcome, runCommand, runWith } from '../support/run-command';
import { scratchFolder } from '../support/scratch';

const KEY = '1'.padStart(64, '0');
const TOKEN = 'a-full-access-token-of-enough-characters';
const signers = [{ id: 's', type: 'local', config: { key: { type: 'plain', value: KEY }, key_name: 'treasury' } }];
const base = { name: 'R', paused: false, signer_id: 's' };
const swap = { strategy: 'noop', cron_schedule: '@daily' };
const relayers = [
  { ...base, id: 'e', network: 'sepolia', network_type: 'evm', policies: { gas_price_cap: '18446744073709551616' } },
  {
    ...base,
    id: 's',
    network: 'devnet',
    network_type: 'solana',
    policies: { fee_payment_strategy: 'user', swap_config: swap },
  },
];
const signing_key = { type: 'plain', value: 'short' };
const notifications = [
  { id: 'h', type: 'webhook', url: 'https://hooks.example.com/secret', events: ['signer_update'], signing_key },
];

jest.setTimeout(60_000);

describe('relayctl export --for openzeppelin', () => {
  const folder = scratchFolder();
  let database: TestDatabase;

  beforeEach(async () => {
    database = await databases[0]!.create();
    const file = join(folder(), 'here.json');
    writeFileSync(file, JSON.stringify({ relayers, signers, notifications }));
    expect(run(['import', file]).status).toBe(0);
  });
  afterEach(async () => {
    endAll();
    await database.drop();
  });

  const run = (parameters: readonly string[], environment: Readonly<Record<string, string>> = {}): Outcome =>
    runCommand(database, parameters, environment);
  const back = (): string => join(folder(), 'back');
  const write = (options: readonly string[], environment = { KEYSTORE_PASSPHRASE: 'words' }): Outcome =>
    run(['export', '--for', 'openzeppelin', back(), ...options], environment);

  it('writes files for their owner alone, with a key that the passphrase opens, and tells what is lost', async () => {
    const { status, stdout, stderr } = write([]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: `3 files were written to ${back()}\n` });
    const lost = [...stderr.matchAll(/warning: (\S+) /g)].map(([, path]) => path);
    expect(lost.sort()).toEqual([
      'notifications[0].events',
      'notifications[0].signing_key',
      'relayers[0].policies.gas_price_cap',
      'relayers[1].policies.swap_config.strategy',
      'signers[0].config.key_name',
    ]);
    expect(stderr).toContain('gas_price_cap is over 2^64-1, which its file cannot hold: it is left out');
    const files = ['config.json', '.env.example', 'keys/s.json'];
    for (const name of files) expect(statSync(join(back(), name)).mode & 0o777).toBe(0o600);
    const keystore = readFileSync(join(back(), 'keys/s.json'), 'utf8');
    expect(await openKeystore(JSON.parse(keystore), 'words')).toBe(KEY);
    const { signers: written, networks } = JSON.parse(readFileSync(join(back(), 'config.json'), 'utf8'));
    const passphrase = { type: 'env', value: 'KEYSTORE_PASSPHRASE' };
    expect(written).toEqual([{ id: 's', type: 'local', config: { path: 'config/keys/s.json', passphrase } }]);
    expect(networks).toMatchObject([
      { type: 'evm', network: 'sepolia' },
      { type: 'solana', network: 'devnet' },
    ]);
    for (const name of files) expect(readFileSync(join(back(), name), 'utf8')).not.toContain(KEY);
    const names = readFileSync(join(back(), '.env.example'), 'utf8').match(/^\w+(?==$)/gm);
    expect(names).toEqual(['NOTIFICATION_H_SIGNING_KEY', 'KEYSTORE_PASSPHRASE', 'API_KEY', 'REDIS_URL']);
  });

  it('writes nothing where something is lost and that is a fault', () => {
    const { status, stderr } = write(['--strict']);
    expect(status).toBe(1);
    expect(stderr).toContain('error: notifications[0].events');
    expect(existsSync(back())).toBe(false);
  });

  it('replaces nothing silently, and needs the passphrase', () => {
    expect(write([], { KEYSTORE_PASSPHRASE: '' })).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('KEYSTORE_PASSPHRASE, which is set and empty, must be set to the passphrase'),
    });
    expect(run(['export', '--for', 'openzeppelin', back()])).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('KEYSTORE_PASSPHRASE must be set to the passphrase'),
    });
    expect(existsSync(back())).toBe(false);
    expect(write([]).status).toBe(0);
    const config = join(back(), 'config.json');
    writeFileSync(config, 'mine');
    chmodSync(config, 0o644);
    expect(write([])).toMatchObject({ status: 64, stderr: expect.stringContaining(`${config}, `) });
    expect(readFileSync(config, 'utf8')).toBe('mine');
    expect(write(['--force']).status).toBe(0);
    expect(readFileSync(config, 'utf8')).not.toBe('mine');
    expect(statSync(config).mode & 0o777).toBe(0o600);
  });

  it('says where the OpenZeppelin Relayer looks for it', () => {
    expect(write([]).stderr).toContain(
      `where it reads ./config/config.json: mount or copy ${back()} there as config\n`,
    );
    const config = join(back(), 'config');
    const named = run(['export', '--for', 'openzeppelin', config], { KEYSTORE_PASSPHRASE: 'words' });
    expect(named.stderr).toContain(`Start the OpenZeppelin Relayer in ${back()}: it reads ./config/config.json\n`);
    expect(run(['export', '--help']).stdout).toContain('./config/config.json');
  });

  it('says how it is called', () => {
    expect(run(['export', '--for', 'openzeppelin'])).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('--for needs a folder to write to'),
    });
    expect(run(['export', back()]).status).toBe(64);
    expect(run(['export', '--strict']).status).toBe(64);
  });

  it('writes what a running service answers, which has no key', async () => {
    const file = join(folder(), 'here.json');
    const settings = { API_KEY: TOKEN, DATABASE_URL: 'sqlite:served.db' };
    const { baseUrl } = await startBuiltService(folder(), settings);
    const at = (parameters: readonly string[]): Outcome =>
      runWith({ RELAYCTL_TOKEN: TOKEN, DATABASE_URL: databaseUrl(database) }, [...parameters, '--url', baseUrl]);
    expect(at(['import', file]).status).toBe(0);
    const { status, stderr } = at(['export', '--for', 'openzeppelin', back()]);
    expect(status).toBe(1);
    expect(stderr).toContain('signers[0].config.path names a keystore that no answer has');
    expect(stderr).toContain('It is not whole: keys/s.json must be there, too.');
    expect(readdirSync(back()).sort()).toEqual(['.env.example', 'config.json']);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const answer = await fetch(`${baseUrl}/api/v1/configuration?for=openzeppelin`, { headers });
    const { data } = (await answer.json()) as { readonly data: { readonly configuration: unknown } };
    expect(JSON.parse(readFileSync(join(back(), 'config.json'), 'utf8'))).toEqual(data.configuration);
    expect((await fetch(`${baseUrl}/api/v1/configuration?for=openzepelin`, { headers })).status).toBe(400);
  });
});
