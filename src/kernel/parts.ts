/** How many records are read and written at once: on SQLite nothing else goes on meanwhile, and parameters are limited. */
export const RECORDS_AT_ONCE = 100;

/** In bytes, as they are stored: how much work is made of records at once, unless a single one is longer. */
const BYTES_AT_ONCE = 256 * 1024;

/**
 * Items in lists of at most so many, for statements that are about many of them.
 * @param bytesOf for items of which a few may be long
 */
export function* partsOf<Item>(
  items: Iterable<Item>,
  size = RECORDS_AT_ONCE,
  bytesOf: (item: Item) => number = () => 0,
): Generator<readonly Item[]> {
  let part: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    bytes += bytesOf(item);
    if (part.length === size || (part.length > 0 && bytes > BYTES_AT_ONCE)) {
      yield part;
      [part, bytes] = [[], bytesOf(item)];
    }
    part.push(item);
  }
  if (part.length > 0) yield part;
}
