/** How many records are read and written at once: on SQLite nothing else goes on meanwhile, and parameters are limited. */
export const RECORDS_AT_ONCE = 100;

/** Items in lists of at most so many, for statements that are about many of them. */
export function* partsOf<Item>(items: Iterable<Item>, size = RECORDS_AT_ONCE): Generator<readonly Item[]> {
  let part: Item[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
