/** Items in lists of at most so many, for statements that are about many of them. */
export function* partsOf<Item>(items: Iterable<Item>, size: number): Generator<readonly Item[]> {
  let part: Item[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
