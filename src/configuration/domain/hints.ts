import { type DeclaredClass, fieldsOf } from '../../kernel/declarations';
import { nearestName } from '../../kernel/nearest-name';

const MAX_NAMED = 10;
/** How many names are compared at most, and of how many characters: the work grows with both. */
const MAX_COMPARED = 100;
const MAX_LENGTH = 255;

/** A hint that names what may have been meant: the nearest of some names, else all of them where they are few. */
export function nearest(given: string, all: Iterable<string>): string | undefined {
  const names = firstOf(all, MAX_COMPARED);
  if (given.length > MAX_LENGTH) return undefined;
  const best = nearestName(
    given,
    names.filter((name) => name.length <= MAX_LENGTH),
  );
  if (best !== undefined) return `did you mean ${best}?`;
  return names.length > 0 && names.length <= MAX_NAMED ? `there are ${names.join(', ')}` : undefined;
}

/** The names of all fields that a class declares, those of nested classes included. */
export const fieldNames = (type: DeclaredClass): readonly string[] =>
  fieldsOf(type).flatMap(({ name, nested }) => [name, ...(nested ? fieldNames(nested) : [])]);

function firstOf(names: Iterable<string>, most: number): string[] {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === most) break;
    first.push(name);
  }
  return first;
}
