import { nearestName } from '../kernel/nearest-name';
import { ClientSettings } from './client-settings';
import { ALIASES, referenceVariables } from './reference-variables';
import { settingsOf } from './setting.decorator';
import { Settings } from './settings';

/** A variable of the environment that is no setting, and the setting that it looks like. */
export interface UnknownSetting {
  readonly variable: string;
  readonly nearest: string;
}

/** Variables are many, and not all are ours: two slips are one too many for a name of less than twelve characters. */
const CHARACTERS_A_SLIP = 6;

/** The variables that somebody may have meant as settings: misspelt, cut off at a `_`, or in small letters. */
export function unknownSettings(environment: NodeJS.ProcessEnv): readonly UnknownSetting[] {
  const names = [...settingsOf(Settings), ...settingsOf(ClientSettings)].flatMap(({ name }) => [name, `${name}_FILE`]);
  const known = new Set([
    ...names,
    ...Object.values(ALIASES),
    ...referenceVariables(environment).map(({ variable }) => variable),
  ]);
  return Object.keys(environment)
    .filter((variable) => !known.has(variable))
    .flatMap((variable) => {
      const nearest = nearestOf(variable.toUpperCase(), names);
      return nearest === undefined ? [] : [{ variable, nearest }];
    });
}

const nearestOf = (given: string, names: readonly string[]): string | undefined =>
  nearestName(given, names, CHARACTERS_A_SLIP) ??
  (given.includes('_') ? names.find((name) => name.startsWith(`${given}_`)) : undefined);
