import { type DeclaredClass, type DeclaredField, fieldsOf } from '../../kernel/declarations';
import { isPlainObject } from '../../kernel/merge-patch';
import { nearestName } from '../../kernel/nearest-name';
import { segmentsOf, valueAt } from './configuration-document';

const MAX_NAMED = 10;
/** How many names are looked at. */
const MAX_COMPARED = 100;
/** In characters: of a longer name, no other one is told. */
const MAX_LENGTH = 255;

/** A hint that names what may have been meant: the nearest of some other names, else all of them where they are few. */
export function nearest(given: string, all: Iterable<string>, present: readonly string[] = []): string | undefined {
  const names = firstOf(all, MAX_COMPARED);
  if (given.length > MAX_LENGTH) return undefined;
  const listed = names.length > 0 && names.length <= MAX_NAMED ? `there are ${names.join(', ')}` : undefined;
  return meant(given, names, present) ?? listed;
}

/**
 * A hint that names what was meant in all probability.
 * @param present those that are there already, and so were not meant by another one
 */
export function meant(given: string, all: readonly string[], present: readonly string[]): string | undefined {
  const isPossible = (name: string): boolean => name !== given && !present.includes(name);
  const best = nearestName(given, all.filter(isPossible));
  return best === undefined ? undefined : `did you mean ${best}?`;
}

/** The names of the fields that a declared class has at a path; none where the path leads to nothing that is declared. */
export const fieldNames = (type: DeclaredClass, at = ''): readonly string[] =>
  fieldsAt(type, at).map(({ name }) => name);

const fieldsAt = (type: DeclaredClass, at: string): readonly DeclaredField[] =>
  segmentsOf(at)
    .filter((segment) => typeof segment === 'string')
    .reduce<readonly DeclaredField[]>((fields, segment) => {
      const nested = fields.find(({ name }) => name === segment)?.nested;
      return nested ? fieldsOf(nested) : [];
    }, fieldsOf(type));

/** The names in what a value has at a path. */
export function namesAt(value: unknown, at: string): readonly string[] {
  const holder = valueAt(value, at);
  return isPlainObject(holder) ? Object.keys(holder) : [];
}

function firstOf(names: Iterable<string>, most: number): string[] {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === most) break;
    first.push(name);
  }
  return first;
}
