/**
 * What is made of each item, without those of which nothing is made, and then what `end` says. A generator would do, but
 * it has the item in its variables for as long as nobody asks for the next one: this has nothing meanwhile.
 */
export const mapped = <T, U>(
  items: AsyncIterable<T>,
  make: (item: T) => U | undefined | Promise<U>,
  end?: () => U | undefined,
): AsyncIterable<U> => ({ [Symbol.asyncIterator]: () => new Mapped(items[Symbol.asyncIterator](), make, end) });

class Mapped<T, U> implements AsyncIterator<U, undefined> {
  private isOver = false;

  constructor(
    private readonly items: AsyncIterator<T>,
    private readonly make: (item: T) => U | undefined | Promise<U>,
    private readonly end: () => U | undefined = () => undefined,
  ) {}

  async next(): Promise<IteratorResult<U, undefined>> {
    while (!this.isOver) {
      const next = await this.items.next();
      if (next.done === true) return this.last();
      const made = await this.make(next.value);
      if (made !== undefined) return { done: false, value: made };
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<U, undefined>> {
    this.isOver = true;
    await this.items.return?.();
    return { done: true, value: undefined };
  }

  private last(): IteratorResult<U, undefined> {
    this.isOver = true;
    const made = this.end();
    return made === undefined ? { done: true, value: undefined } : { done: false, value: made };
  }
}
