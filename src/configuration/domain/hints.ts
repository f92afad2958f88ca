import { type DeclaredClass, fieldsOf } from '../../kernel/declarations';

const MAX_EDITS = 2;
const MAX_NAMED = 10;
/** How many names are compared at most, and of how many characters: the work grows with both. */
const MAX_COMPARED = 100;
const MAX_LENGTH = 255;

/** A hint that names what may have been meant: the nearest of some names, else all of them where they are few. */
export function nearest(given: string, all: Iterable<string>): string | undefined {
  const names = firstOf(all, MAX_COMPARED);
  if (given.length > MAX_LENGTH) return undefined;
  const ranked = names
    .filter((name) => name.length <= MAX_LENGTH)
    .map((name) => ({ name, distance: distance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  if (best && best.distance <= MAX_EDITS) return `did you mean ${best.name}?`;
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

/** The edit distance of two texts (Levenshtein); texts of very different lengths are far apart without a count. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_EDITS) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index++) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++) {
      const substituted = (row[column - 1] ?? 0) + (one[index] === other[column - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? Infinity;
}
