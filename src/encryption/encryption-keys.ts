import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Settings } from '../settings/settings';
import { SettingsError } from '../settings/settings-error';
import { type EncryptionKey, KEY_BYTES, readEncryptionKeys } from '../settings/encryption-key-list';
import { addPrivateFile, isOpenToOthers, makePrivateFolder } from '../persistence/private-files';

/** Where the embedded database has its own key, unless the operator gives one. */
export const keyFileOf = (databasePath: string): string => `${databasePath}.key`;

/**
 * The keys that the operator gave, or else those of the key file beside the embedded database, which is made where it is
 * missing, for its owner alone.
 * @throws SettingsError on PostgreSQL, whose instances can share no such file, and where the file holds no key or others
 *   may read it
 */
export function encryptionKeys({ encryptionKeys: given, database }: Settings): readonly EncryptionKey[] {
  if (given.length > 0) return given;
  if (database.kind !== 'sqlite') {
    throw keyExpected('one key of 32 bytes in base64, as every instance on PostgreSQL needs the same');
  }
  const file = keyFileOf(database.path);
  makePrivateFolder(dirname(file));
  if (!existsSync(file)) addPrivateFile(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  if (isOpenToOthers(file))
    throw keyExpected(`a key file for its owner alone, which ${file} is not`, `chmod 600 ${file}`);
  const keys = readEncryptionKeys(readFileSync(file, 'utf8').trim());
  if (!keys) throw keyExpected(`one key of 32 bytes in base64 in the file ${file}, or here`);
  return keys;
}

const keyExpected = (expected: string, example = '$(openssl rand -base64 32)'): SettingsError =>
  new SettingsError([{ name: 'STORAGE_ENCRYPTION_KEY', expected, example }]);
