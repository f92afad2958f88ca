/** What a text is that every database stores, as a pattern of JSON Schema: without NUL. */
export const WITHOUT_NUL = String.raw`^[^\x00]*$`;

/** Whether a text has `least` to `most` characters, as readers count them: Unicode code points, not UTF-16 units. */
export function hasCharacters(text: string, least: number, most: number): boolean {
  // A character takes two units at most, so most texts need not be counted.
  if (text.length < least || text.length > 2 * most) return false;
  if (text.length <= most && text.length >= 2 * least) return true;
  const characters = Array.from(text).length;
  return characters >= least && characters <= most;
}
