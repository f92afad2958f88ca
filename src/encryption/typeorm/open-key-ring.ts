import { existsSync, rmSync } from 'node:fs';
import type { Database } from '../../persistence/database';
import type { EncryptionKey } from '../../settings/encryption-key-list';
import type { Settings } from '../../settings/settings';
import { encryptionKeys, keyExpected, keyFileOf, makeKeyFile } from '../encryption-keys';
import { KeyRing } from '../key-ring';
import type { SealedColumns } from '../sealed-column';
import { isAnythingSealed, requireKeysInUse } from './keys-in-use';

/**
 * The keys of the settings, or of the key file, which is made where it is missing and nothing was ever sealed: another
 * key in place of one that was lost would hide that until all that it sealed is needed.
 * @throws SettingsError where the database needs another key
 */
export async function openKeyRing(database: Database, settings: Settings, sealed: SealedColumns): Promise<KeyRing> {
  const open = async (keys: readonly EncryptionKey[]): Promise<KeyRing> => {
    await requireKeysInUse(database, keys, sealed.permanent);
    return new KeyRing(keys);
  };
  const keys = encryptionKeys(settings);
  if (keys || settings.database.kind !== 'sqlite') return open(keys ?? []);
  const file = keyFileOf(settings.database.path);
  const isMade = await makeMissing(database, file, sealed);
  try {
    return await open(encryptionKeys(settings) ?? []);
  } catch (error) {
    if (isMade) await removeUnused(database, file, sealed).catch(() => undefined);
    throw error;
  }
}

/** In a transaction: whoever else starts now finds the file, and nobody seals anything meanwhile. */
const makeMissing = (database: Database, file: string, sealed: SealedColumns): Promise<boolean> =>
  database.run(async () => {
    if (existsSync(file)) return false;
    if (await isAnythingSealed(database, sealed.all)) {
      throw keyExpected(
        `the key that sealed the secrets of this database, whose file ${file} is missing: restore it from its copy`,
        `$(cat COPY_OF_THE_KEY_FILE)`,
      );
    }
    makeKeyFile(file);
    return true;
  });

const removeUnused = (database: Database, file: string, sealed: SealedColumns): Promise<void> =>
  database.run(async () => {
    if (!(await isAnythingSealed(database, sealed.all))) rmSync(file, { force: true });
  });
