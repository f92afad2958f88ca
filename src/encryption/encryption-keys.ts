import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import type { Settings } from '../settings/settings';
import { SettingsError } from '../settings/settings-error';
import { type EncryptionKey, KEY_BYTES, readEncryptionKeys } from '../settings/encryption-key-list';
import { textOfSettingFile } from '../settings/setting-file';
import { addPrivateFile, isOpenToOthers } from '../persistence/private-files';

/** Where the embedded database has its own key, unless the operator gives one. */
export const keyFileOf = (databasePath: string): string => `${databasePath}.key`;

/**
 * The keys that the operator gave, or else those of the key file beside the embedded database; undefined where that file
 * is missing.
 * @throws SettingsError on PostgreSQL, whose instances can share no such file, and where the file holds no key or others
 *   may read it
 */
export function encryptionKeys({ encryptionKeys: given, database }: Settings): readonly EncryptionKey[] | undefined {
  if (given.length > 0) return given;
  if (database.kind !== 'sqlite') {
    throw keyExpected('one key of 32 bytes in base64, as every instance on PostgreSQL needs the same');
  }
  const file = keyFileOf(database.path);
  if (!existsSync(file)) return undefined;
  if (isOpenToOthers(file))
    throw keyExpected(`a key file for its owner alone, which ${file} is not`, `chmod 600 ${file}`);
  const keys = statSync(file).isFile() ? readEncryptionKeys(textOfSettingFile(file).trim()) : undefined;
  if (!keys) throw keyExpected(`one key of 32 bytes in base64 in the file ${file}, or here`);
  return keys;
}

/** Makes the key file of a database in which nothing is sealed yet, for its owner alone. */
export const makeKeyFile = (file: string): void =>
  addPrivateFile(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);

export const keyExpected = (expected: string, example = '$(openssl rand -base64 32)'): SettingsError =>
  new SettingsError([{ name: 'STORAGE_ENCRYPTION_KEY', expected, example }]);
