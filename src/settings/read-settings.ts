import type { ClassConstructor } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { ClientSettings } from './client-settings';
import { ALIASES } from './reference-variables';
import { instanceOf, settingsOf } from './setting.decorator';
import { textOfSettingFile } from './setting-file';
import { Settings } from './settings';
import { SettingsError } from './settings-error';

/**
 * The settings that the environment variables give; each `X` may be given as `X_FILE`, the path of a file that holds it.
 * @throws SettingsError with every wrong one
 */
export const readSettings = (environment: NodeJS.ProcessEnv): Settings => read(Settings, environment);

/**
 * The settings of a command that asks a running service.
 * @throws SettingsError with every wrong one
 */
export const readClientSettings = (environment: NodeJS.ProcessEnv): ClientSettings => read(ClientSettings, environment);

/** The files that give settings. */
export const filesOfSettings = (environment: NodeJS.ProcessEnv): { readonly name: string; readonly file: string }[] =>
  settingsOf(Settings).flatMap(({ name }) => {
    const [direct = '', file = ''] = [environment[name], environment[`${name}_FILE`]];
    return direct === '' && file !== '' ? [{ name: `${name}_FILE`, file }] : [];
  });

/** Whether a variable is one of the settings; some systems take small letters for capitals. */
export function isSettingName(variable: string): boolean {
  const given = variable.toUpperCase();
  const declared = [...settingsOf(Settings), ...settingsOf(ClientSettings)];
  return declared.some(({ name }) => given === name || given === `${name}_FILE`);
}

function read<T extends object>(type: ClassConstructor<T>, environment: NodeJS.ProcessEnv): T {
  const declared = settingsOf(type);
  const texts = new Map(declared.map(({ name }) => [name, textOf(name, environment)]));
  const readable = [...texts].filter(([, text]) => text !== UNREADABLE);
  const settings = instanceOf(type, Object.fromEntries(readable) as Record<string, string | undefined>);
  const wrong = new Set(wrongPaths(validateSync(settings, { stopAtFirstError: true })));
  const faults = declared.flatMap(({ path, name, expected, example }) => {
    if (texts.get(name) === UNREADABLE) return [fileExpected(name)];
    return wrong.has(path) ? [{ name, expected, example }] : [];
  });
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

const UNREADABLE = Symbol('a file that cannot be read');

/** What a variable gives, or the one of the OpenZeppelin Relayer that means the same. */
function textOf(name: string, environment: NodeJS.ProcessEnv): string | undefined | typeof UNREADABLE {
  const alias = ALIASES[name];
  return ownTextOf(name, environment) ?? (alias === undefined ? undefined : ownTextOf(alias, environment));
}

/** What a variable gives, or the file that the variable beside it names; an empty one gives nothing. */
function ownTextOf(name: string, environment: NodeJS.ProcessEnv): string | undefined | typeof UNREADABLE {
  const direct = environment[name];
  if (direct !== undefined && direct !== '') return direct;
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return undefined;
  try {
    return textOfSettingFile(file).trim();
  } catch {
    return UNREADABLE;
  }
}

const fileExpected = (name: string) => ({
  name: `${name}_FILE`,
  expected: 'the path of a readable file of at most 64 KiB',
  example: `/run/secrets/${name.toLowerCase()}`,
});

const wrongPaths = (errors: readonly ValidationError[], at = ''): readonly string[] =>
  errors.flatMap(({ property, children = [] }) =>
    children.length > 0 ? wrongPaths(children, `${at}${property}.`) : [`${at}${property}`],
  );
