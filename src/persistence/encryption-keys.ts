import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type EncryptionKey, type Settings, SettingsError } from '../settings/settings';
import { KEY_BYTES, readEncryptionKeys } from '../settings/encryption-key-list';
import { codeOf } from './driver-errors';

/** Where the embedded database has its own key, unless the operator gives one. */
export const keyFileOf = (databasePath: string): string => `${databasePath}.key`;

/**
 * The keys that the operator gave, or else those of the key file beside the embedded database, which is made where it is
 * missing, for its owner alone.
 * @throws SettingsError on PostgreSQL, whose instances can share no such file, and where the file holds no key
 */
export function encryptionKeys({ encryptionKeys: given, database }: Settings): readonly EncryptionKey[] {
  if (given.length > 0) return given;
  if (database.kind !== 'sqlite') {
    throw keyExpected('one key of 32 bytes in base64, as every instance on PostgreSQL needs the same');
  }
  const file = keyFileOf(database.path);
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) makeKeyFile(file);
  const keys = readEncryptionKeys(readFileSync(file, 'utf8').trim());
  if (!keys) throw keyExpected(`one key of 32 bytes in base64 in the file ${file}, or here`);
  return keys;
}

const keyExpected = (expected: string): SettingsError =>
  new SettingsError([{ name: 'STORAGE_ENCRYPTION_KEY', expected, example: '$(openssl rand -base64 32)' }]);

/** Of several processes that start at once, one makes the file, and no one ever sees a part of it. */
function makeKeyFile(file: string): void {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
