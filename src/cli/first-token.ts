import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { SecretValue } from '../kernel/secret';
import { codeOf } from '../persistence/driver-errors';
import { replacePrivateFile } from '../persistence/private-files';
import type { Settings } from '../settings/settings';
import { SettingsError } from '../settings/settings-error';

/** Where the token of the first start is written, as nobody is there to read it. */
export const firstTokenFile = ({ firstTokenFile: given, database }: Settings): string =>
  resolve(given ?? (database.kind === 'sqlite' ? `${database.path}.token` : 'relayer-management.token'));

/**
 * Judged before a first start makes a key and a database that nobody gets a token for.
 * @throws SettingsError where the folder of that file is not there, or not to be written to
 */
export function requireTokenFolder(settings: Settings): void {
  const { firstTokenFile: given, apiKey, database } = settings;
  if (given === undefined || apiKey || database.kind !== 'sqlite' || existsSync(database.path)) return;
  const file = firstTokenFile(settings);
  try {
    refuseDevice(file);
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw unusable(file, error);
  }
}

/** @throws SettingsError where there can be no such file */
export function writeFirstToken(file: string, token: SecretValue): void {
  try {
    refuseDevice(file);
    replacePrivateFile(file, `${token.reveal()}\n`);
  } catch (error) {
    throw unusable(file, error);
  }
}

/** What is put in the place of a device would be there for everybody. */
function refuseDevice(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw Object.assign(new Error(`${file} is no file`), { code: 'no file' });
}

const unusable = (file: string, error: unknown): SettingsError => {
  const expected = `a path where the token of this first start can be written, which ${file} is not (${codeOf(error)})`;
  return new SettingsError([{ name: 'FIRST_TOKEN_FILE', expected, example: '/run/relayers/first-token' }]);
};
