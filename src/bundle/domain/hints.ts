import type { DeclaredClass } from '../../kernel/declarations';
import { Shape } from '../../kernel/shape';

const MOST_EDITS = 2;
const MOST_NAMED = 10;

/** A hint that names what may have been meant: the nearest of some names, else all of them where they are few. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: distance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  if (best && best.distance <= MOST_EDITS) return `did you mean ${best.name}?`;
  return names.length > 0 && names.length <= MOST_NAMED ? `there are ${names.join(', ')}` : undefined;
}

/** The names of all fields that a class declares, those of nested classes included. */
export const fieldNames = (type: DeclaredClass): readonly string[] => namesIn(Shape.of(type));

const namesIn = ({ fields }: Shape): string[] =>
  fields.flatMap(({ name, nested }) => [name, ...(nested ? namesIn(nested) : [])]);

/** The edit distance of two texts (Levenshtein); texts of very different lengths are far apart without a count. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_EDITS) return Infinity;
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
