import { resolve } from 'node:path';
import type { SecretValue } from '../kernel/secret';
import { codeOf } from '../persistence/driver-errors';
import { replacePrivateFile } from '../persistence/private-files';
import type { Settings } from '../settings/settings';
import { SettingsError } from '../settings/settings-error';

/** Where the token of the first start is written, as nobody is there to read it. */
export const firstTokenFile = ({ firstTokenFile: given, database }: Settings): string =>
  resolve(given ?? (database.kind === 'sqlite' ? `${database.path}.token` : 'relayer-management.token'));

/** @throws SettingsError where there can be no such file */
export function writeFirstToken(file: string, token: SecretValue): void {
  try {
    replacePrivateFile(file, `${token.reveal()}\n`);
  } catch (error) {
    const expected = `a path where the token of this first start can be written, which ${file} is not (${codeOf(error)})`;
    throw new SettingsError([{ name: 'FIRST_TOKEN_FILE', expected, example: '/run/relayers/first-token' }]);
  }
}
