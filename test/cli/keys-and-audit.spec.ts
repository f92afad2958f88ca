import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/persistence/database';
import { readEncryptionKeys } from '../../src/settings/encryption-key-list';
import { builtEntryPoint } from '../support/built-service';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { openApp, type OpenApp } from '../support/open-app';
import { scratchFolder } from '../support/scratch';
import { createRelayer } from '../support/samples';

const [A, B] = ['a', 'b'].map((id) => ({ id, key: randomBytes(32) })) as [Key, Key];
const EX_CONFIG = 78;
const EX_USAGE = 64;

interface Key {
  readonly id: string;
  readonly key: Buffer;
}

const settingOf = (...keys: readonly Key[]): string =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');

onEachDatabase('relayctl', (create) => {
  let database: TestDatabase;
  let entryPoint: string;
  const folder = scratchFolder();

  beforeAll(() => (entryPoint = builtEntryPoint()), 120_000);
  beforeEach(async () => (database = await create()));
  afterEach(() => database.drop());

  const run = (keys: string | undefined, ...given: readonly string[]) => {
    const { settings } = database;
    const url = settings.kind === 'sqlite' ? `sqlite:${settings.path}` : settings.url.reveal();
    const { status, stdout, stderr } = spawnSync(process.execPath, [entryPoint, ...given], {
      env: { PATH: process.env.PATH, DATABASE_URL: url, PORT: '0', ...(keys && { STORAGE_ENCRYPTION_KEY: keys }) },
      encoding: 'utf8',
      timeout: 20_000,
    });
    return { status, stdout, stderr };
  };
  const onService = async (work: (service: OpenApp) => Promise<unknown>, ...encryptionKeys: Key[]): Promise<void> => {
    const service = await openApp({ database, settings: { encryptionKeys } });
    await work(service);
    await service.close();
  };

  it('prints a key that can be used as it is', () => {
    const { status, stdout, stderr } = run(undefined, 'keys', 'generate');
    expect(status).toBe(0);
    expect(stdout.split('\n')).toHaveLength(2);
    expect(readEncryptionKeys(stdout.trim())).toEqual([{ id: stdout.split(':')[0], key: expect.any(Buffer) }]);
    expect(stderr).toContain('relayctl keys rotate');
    expect(run(undefined, 'keys', 'generate').stdout).not.toBe(stdout);
  }, 60_000);

  it('exchanges keys, and does not start without one that is needed', async () => {
    await onService(createRelayer, A);
    for (const command of [['serve'], ['keys', 'rotate'], ['audit', 'verify']]) {
      const { status, stderr } = run(settingOf(B), ...command);
      expect(status).toBe(EX_CONFIG);
      expect(stderr).toContain('STORAGE_ENCRYPTION_KEY: expected also the key named a, which seals signers');
      for (const { key } of [A, B]) expect(stderr).not.toContain(key.toString('base64'));
    }
    const rotated = run(settingOf(B, A), 'keys', 'rotate', '--json');
    expect(rotated.stderr).toBe('');
    expect(JSON.parse(rotated.stdout)).toEqual({
      key: 'b',
      resealed: { signers: 1, notifications: 2, audit_keys: 1 },
      unopened: [],
      remaining: 0,
    });
    expect(rotated.status).toBe(0);
    const again = run(settingOf(B), 'keys', 'rotate');
    expect(again).toEqual({
      status: 0,
      stdout: 'Sealed anew with key b: nothing\nNothing needs another key.\n',
      stderr: '',
    });
    await onService(async (service) => {
      const { json } = await service.call('GET', '/api/v1/audit-events?resource=key');
      const name = userInfo().username;
      const entry = { action: 'keys.rotated', actor: { id: `cli:${name}`, name } };
      expect(json.data).toMatchObject([entry, entry, entry, entry]);
    }, B);
  }, 120_000);

  it('finds the first entry of the audit trail that was altered', async () => {
    await onService(createRelayer, A);
    const intact = run(settingOf(A), 'audit', 'verify');
    expect(intact).toMatchObject({ status: 0, stderr: '' });
    const head = /head (3:[0-9a-f]{64})\n$/.exec(intact.stdout)![1]!;
    for (const given of [head, head.slice(2)]) {
      expect(run(settingOf(A), 'audit', 'verify', '--head', given).status).toBe(0);
    }
    const file = join(folder(), 'service.log');
    writeFileSync(file, `{"msg":"listening"}\n{"head":"${head}","msg":"The head of the audit log"}\n`);
    expect(run(settingOf(A), 'audit', 'verify', '--head', file).status).toBe(0);
    writeFileSync(file, `{"head":"4${head.slice(1)}"}\n{"head":"${head}"}\n`);
    expect(run(settingOf(A), 'audit', 'verify', '--head', file)).toMatchObject({
      status: 1,
      stdout: 'The audit trail is broken: entry 4 is missing.\n',
    });
    for (const given of ['none', entryPoint, '/dev/zero']) {
      expect(run(settingOf(A), 'audit', 'verify', '--head', given)).toMatchObject({ status: EX_USAGE, stdout: '' });
    }
    expect(run(settingOf(A), 'audit', 'verify', '--head', `2${head.slice(1)}`)).toMatchObject({
      status: 1,
      stdout: 'The audit trail is broken: entry 2 is not the one that was noted.\n',
    });
    await onService(async ({ app }) => {
      const store = app.get(Database);
      await store.run(() => store.query("UPDATE audit_events SET actor = 'somebody' WHERE seq = 2"));
    }, A);
    const broken = run(settingOf(A), 'audit', 'verify', '--json');
    expect(broken.status).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({ head: { sequence: 1 }, broken: { sequence: 2 } });
  }, 120_000);

  it('does not start on PostgreSQL without a key, and makes one on SQLite', () => {
    const { status, stderr } = run(undefined, 'audit', 'verify');
    if (database.settings.kind === 'sqlite') {
      expect(status).toBe(0);
      return;
    }
    expect(status).toBe(EX_CONFIG);
    expect(stderr).toContain('STORAGE_ENCRYPTION_KEY: expected one key of 32 bytes in base64');
  }, 60_000);
});
