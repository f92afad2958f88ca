import { ClientSettings } from './client-settings';
import { settingsOf } from './setting.decorator';
import { Settings } from './settings';

/** A variable of the environment that is no setting, and the setting that it looks like. */
export interface UnknownSetting {
  readonly variable: string;
  readonly nearest: string;
}

/** From this length on, two letters may be wrong: of short names, every other word is one away. */
const LONG = 8;

/** The variables that somebody may have meant as settings: misspelt, cut off at a `_`, or in small letters. */
export function unknownSettings(environment: NodeJS.ProcessEnv): readonly UnknownSetting[] {
  const names = [...settingsOf(Settings), ...settingsOf(ClientSettings)].flatMap(({ name }) => [name, `${name}_FILE`]);
  const known = new Set(names);
  return Object.keys(environment)
    .filter((variable) => !known.has(variable))
    .flatMap((variable) => {
      const nearest = nearestOf(variable.toUpperCase(), names);
      return nearest === undefined ? [] : [{ variable, nearest }];
    });
}

function nearestOf(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, edits: editsBetween(given, name) }))
    .filter(({ name, edits }) => edits <= (name.length < LONG ? 1 : 2))
    .sort((one, other) => one.edits - other.edits);
  return best?.name ?? (given.includes('_') ? names.find((name) => name.startsWith(`${given}_`)) : undefined);
}

/** How many letters have to be added, left out, replaced or swapped with their neighbour (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const replaced = at(last, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const swapped =
        one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
          ? at(before, column - 2) + 1
          : Infinity;
      next.push(Math.min(at(last, column) + 1, at(next, column - 1) + 1, replaced, swapped));
    }
    [before, last] = [last, next];
  }
  return at(last, other.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
