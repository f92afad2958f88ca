/** What was meant may differ by a third of its characters, and by one always. */
const CHARACTERS_A_SLIP = 3;
/** The work grows with the number of names and the square of their length: longer ones have no near ones. */
const MAX_CHARACTERS = 64;
const MAX_COMPARED = 100;

/**
 * The name that was probably meant by one that there is not, in whatever case; undefined where none is near among the first
 * hundred of about its length, or it has over 64 characters.
 * @param charactersASlip how many characters have one slip among them at most
 */
export function nearestName(
  given: string,
  names: readonly string[],
  charactersASlip = CHARACTERS_A_SLIP,
): string | undefined {
  if (given.length > MAX_CHARACTERS) return undefined;
  const most = Math.max(1, Math.floor(given.replace(/^-+/, '').length / charactersASlip));
  const [nearest] = names
    .filter((name) => Math.abs(name.length - given.length) <= most)
    .slice(0, MAX_COMPARED)
    .map((name) => ({ name, slips: slipsBetween(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ slips }) => slips <= most)
    .sort((one, other) => one.slips - other.slips);
  return nearest?.name;
}

/** How many characters have to be put in, left out, exchanged, or swapped with the next one (Damerau, Levenshtein). */
function slipsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const [at, to] = [one[row - 1], other[column - 1]];
      const slips = [
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (at === to ? 0 : 1),
      ];
      if (row > 1 && column > 1 && at === other[column - 2] && one[row - 2] === to)
        slips.push((beforeLast[column - 2] ?? 0) + 1);
      current.push(Math.min(...slips));
    }
    [beforeLast, last] = [last, current];
  }
  return last.at(-1) ?? 0;
}
