/** Which part of a list is wanted. */
export interface PageRequest {
  /** Counts from 1. */
  readonly page: bigint;
  /** 0 to {@link MAX_PER_PAGE}; 0 asks for the total only. */
  readonly perPage: number;
  /** The place in the order of creation after which the page starts; without it, the page number tells. */
  readonly after?: number;
}

/** One page of a list in the order of creation, oldest first. */
export interface Page<T> {
  readonly items: readonly T[];
  /** How many records the whole list has. */
  readonly total: number;
  /** How many records of the page cannot be shown, where there are any. */
  readonly omitted?: number;
}

export const DEFAULT_PER_PAGE = 10;
export const MAX_PER_PAGE = 1000;

/**
 * The pages of a whole list, each read when those before were used; records may go meanwhile.
 * @param placeOf where in the order of creation an item stands
 */
export async function* pagesOf<T>(
  list: (request: PageRequest) => Promise<Page<T>>,
  placeOf: (item: T) => number,
): AsyncGenerator<Page<T>> {
  for (let after = 0; ;) {
    const page = await list({ page: 1n, perPage: MAX_PER_PAGE, after });
    yield page;
    const last = page.items.at(-1);
    if (last === undefined || page.items.length < MAX_PER_PAGE) return;
    after = placeOf(last);
  }
}
