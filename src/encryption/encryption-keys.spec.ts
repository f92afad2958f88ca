import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testSettings } from '../../test/support/open-app';
import { SecretValue } from '../kernel/secret';
import type { EncryptionKey } from '../settings/encryption-key-list';
import type { DatabaseSettings } from '../settings/settings';
import { SettingsError } from '../settings/settings-error';
import { encryptionKeys, keyFileOf, makeKeyFile } from './encryption-keys';

describe(encryptionKeys.name, () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keys-'));
    path = join(folder, 'records.db');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const keysOf = (
    given: readonly EncryptionKey[],
    database: DatabaseSettings = { kind: 'sqlite', path, isDefault: true },
  ) => encryptionKeys(testSettings({ settings: database, drop: () => Promise.resolve() }, { encryptionKeys: given }));

  it('are those that the operator gave, and then there is no file', () => {
    const given = [{ id: 'own', key: Buffer.alloc(32, 1) }];
    expect(keysOf(given)).toBe(given);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('come from a file beside the embedded database, which is made for its owner alone', () => {
    expect(keysOf([])).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    makeKeyFile(keyFileOf(path));
    const [made, ...others] = keysOf([])!;
    expect(others).toEqual([]);
    expect(made!.key).toHaveLength(32);
    expect(readdirSync(folder)).toEqual(['records.db.key']);
    expect(statSync(keyFileOf(path)).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(keyFileOf(path), 'utf8'), 'base64')).toEqual(made!.key);
  });

  it('stay the same however often the file is made, and differ from database to database', () => {
    makeKeyFile(keyFileOf(path));
    const [first] = keysOf([])!;
    makeKeyFile(keyFileOf(path));
    expect(keysOf([])).toEqual([first]);
    const other = join(folder, 'other.db');
    makeKeyFile(keyFileOf(other));
    const [second] = keysOf([], { kind: 'sqlite', path: other, isDefault: false })!;
    expect(second!.key).not.toEqual(first!.key);
    expect(second!.id).not.toBe(first!.id);
  });

  it.each(['', 'c2hvcnQ=\n', `${Buffer.alloc(33).toString('base64')}\n`])(
    'are refused where the file holds %j',
    (content) => {
      writeFileSync(keyFileOf(path), content, { mode: 0o600 });
      expect(() => keysOf([])).toThrow(`expected one key of 32 bytes in base64 in the file ${keyFileOf(path)}`);
    },
  );

  it('are refused where others may read the file', () => {
    makeKeyFile(keyFileOf(path));
    chmodSync(keyFileOf(path), 0o640);
    expect(() => keysOf([])).toThrow(`which ${keyFileOf(path)} is not`);
  });

  it('are refused where the file is a pipe, for which the start would wait', () => {
    execFileSync('mkfifo', ['-m', '600', keyFileOf(path)]);
    expect(() => keysOf([])).toThrow(`expected one key of 32 bytes in base64 in the file ${keyFileOf(path)}`);
  });

  it('have to be given on PostgreSQL', () => {
    const settings = { kind: 'postgres', url: new SecretValue('postgres://localhost/db') } as const;
    expect(() => keysOf([], settings)).toThrow(SettingsError);
    expect(() => keysOf([], settings)).toThrow('STORAGE_ENCRYPTION_KEY: expected one key of 32 bytes in base64');
  });
});
