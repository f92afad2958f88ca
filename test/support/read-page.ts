import type { Page } from '../../src/kernel/page';

/** What is on a page, all of it read, and how many records there are. */
export async function readPage<T>(page: Promise<Page<T>>): Promise<{ readonly items: T[]; readonly total: number }> {
  const { items, total } = await page;
  return { items: await allOf(items), total };
}

export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
