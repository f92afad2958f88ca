import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { keyFileOf } from '../../src/encryption/encryption-keys';
import { Database } from '../../src/persistence/database';
import { SettingsError } from '../../src/settings/settings-error';
import { databases, onEachDatabase, type TestDatabase } from '../support/databases';
import { A, B } from '../support/keyed-service';
import { type OpenApp, openApp } from '../support/open-app';

onEachDatabase('The key of a first start', (create) => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await create('none');
  });
  afterEach(() => database.drop());

  const open = (...encryptionKeys: readonly (typeof A)[]): Promise<OpenApp> =>
    openApp({ database, settings: { encryptionKeys } });

  it('is needed by every start that follows, also where nothing was changed yet', async () => {
    await (await open(A)).close();
    await expect(open(B)).rejects.toThrow(SettingsError);
    await expect(open(B)).rejects.toThrow(`a key that this database was used with (${A.id})`);
    await expect(open({ id: A.id, key: B.key })).rejects.toThrow(SettingsError);
    await (await open(B, A)).close();
    await (await open(B)).close();
  });

  it('is one, of several that come at once', async () => {
    const starts = await Promise.allSettled([open(A), open(B)]);
    const opened = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    await Promise.all(opened.map((each) => each.close()));
    expect(opened).toHaveLength(1);
  });

  it('is not stored again by the starts that follow', async () => {
    const first = await open(A);
    const checks = () => first.app.get(Database).query('SELECT * FROM key_checks');
    const before = await checks();
    const second = await open(A);
    expect(await checks()).toEqual(before);
    await Promise.all([first.close(), second.close()]);
  });
});

describe('The key file beside the embedded database', () => {
  let database: TestDatabase;
  let file: string;

  beforeEach(async () => {
    database = await databases[0]!.create('none');
    if (database.settings.kind !== 'sqlite') throw new Error('The first one is embedded');
    file = keyFileOf(database.settings.path);
  });
  afterEach(() => database.drop());

  const open = (): Promise<OpenApp> => openApp({ database, settings: { encryptionKeys: [] } });

  it('that was lost is asked for by its path, and no other one is made', async () => {
    await (await open()).close();
    renameSync(file, `${file}.elsewhere`);
    await expect(open()).rejects.toThrow(SettingsError);
    await expect(open()).rejects.toThrow(`whose file ${file} is missing: restore it from its copy`);
    expect(existsSync(file)).toBe(false);
    renameSync(`${file}.elsewhere`, file);
    await (await open()).close();
  });

  it('that was lost is asked for where a sealed record alone tells that there was one', async () => {
    const service = await open();
    const body = { id: 'hook', url: 'https://hooks.example.com/a' };
    expect((await service.call('POST', '/api/v1/notifications', body)).status).toBe(201);
    await service.app.get(Database).run(() => service.app.get(Database).query('DELETE FROM key_checks'));
    await service.close();
    rmSync(file);
    await expect(open()).rejects.toThrow(`whose file ${file} is missing`);
    expect(existsSync(file)).toBe(false);
  });

  it('is made once by services that start at once', async () => {
    const services = await Promise.all([open(), open(), open()]);
    const key = readFileSync(file, 'utf8');
    await Promise.all(services.map((service) => service.close()));
    await (await open()).close();
    expect(readFileSync(file, 'utf8')).toBe(key);
  });

  it('is gone again where the start fails before anything was sealed', async () => {
    await (await openApp({ database, settings: { encryptionKeys: [A] } })).close();
    const admin = await openApp({ database, settings: { encryptionKeys: [A] } });
    const run = (sql: string): Promise<unknown> =>
      admin.app.get(Database).run(() => admin.app.get(Database).query(sql));
    await run('DELETE FROM key_checks');
    await run("CREATE TRIGGER full_disk BEFORE INSERT ON key_checks BEGIN SELECT RAISE(FAIL, 'full'); END");
    await expect(open()).rejects.toThrow('full');
    expect(existsSync(file)).toBe(false);
    await run('DROP TRIGGER full_disk');
    await admin.close();
    await (await open()).close();
    expect(existsSync(file)).toBe(true);
  });
});
