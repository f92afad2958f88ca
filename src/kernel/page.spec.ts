import { Readable } from 'node:stream';
import { MAX_PER_PAGE, type PageRequest, pagesOf } from './page';

/** A list of places, and what was asked of it. */
function listOf(places: number[]) {
  const asked: PageRequest[] = [];
  const list = async (request: PageRequest) => {
    asked.push(request);
    const found = places.filter((place) => place > (request.after ?? 0)).slice(0, request.perPage);
    const revisions = found.map((position) => ({ position, version: 1 }));
    return { revisions, total: places.length, bytes: 0, items: Readable.from(found) };
  };
  return { asked, list };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => 3 * index + 1);

it.each([0, 1, MAX_PER_PAGE - 1, MAX_PER_PAGE, 2 * MAX_PER_PAGE + 1])(
  'reads all of %d items, each once',
  async (count) => {
    const { asked, list } = listOf(numbers(count));
    const read: number[] = [];
    for await (const { items } of pagesOf(list)) for await (const item of items) read.push(item as number);
    expect(read).toEqual(numbers(count));
    expect(asked).toHaveLength(Math.floor(count / MAX_PER_PAGE) + 1);
  },
);

it('misses nothing where what was read goes meanwhile', async () => {
  const places = numbers(MAX_PER_PAGE + 1);
  const { list } = listOf(places);
  const read: number[] = [];
  for await (const { revisions } of pagesOf(list)) {
    read.push(...revisions.map(({ position }) => position));
    places.splice(0, revisions.length);
  }
  expect(read).toEqual(numbers(MAX_PER_PAGE + 1));
});
