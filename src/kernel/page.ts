import { mapped } from './mapped';
import type { Revision } from './record';

/** Which part of a list is wanted. */
export interface PageRequest {
  /** Counts from 1. */
  readonly page: bigint;
  /** 0 to {@link MAX_PER_PAGE}; 0 asks for the total only. */
  readonly perPage: number;
  /** The position in the order of creation after which the page starts; without it, the page number decides. */
  readonly after?: number;
}

/** One page of a list in the order of creation, oldest first. */
export interface Page<T> {
  /** The states of the records on it, known before these are read. */
  readonly revisions: readonly Revision[];
  /** How many records the whole list has. */
  readonly total: number;
  /** What its records take in the database, roughly. */
  readonly bytes: number;
  /** Read when they are asked for, some at a time: what has gone meanwhile, or cannot be opened, is not among them. */
  readonly items: AsyncIterable<T>;
}

export const DEFAULT_PER_PAGE = 10;
export const MAX_PER_PAGE = 1000;

/** A page with what is made of each of its items; those of which nothing is made are left out. */
export const mapPage = <T, U>(page: Page<T>, make: (item: T) => U | undefined | Promise<U>): Page<U> => ({
  ...page,
  items: mapped(page.items, make),
});

/** The pages of a whole list, each read when those before were used; records may go meanwhile. */
export async function* pagesOf<T>(list: (request: PageRequest) => Promise<Page<T>>): AsyncGenerator<Page<T>> {
  for (let after = 0; ;) {
    const page = await list({ page: 1n, perPage: MAX_PER_PAGE, after });
    yield page;
    const last = page.revisions.at(-1);
    if (last === undefined || page.revisions.length < MAX_PER_PAGE) return;
    after = last.position;
  }
}
