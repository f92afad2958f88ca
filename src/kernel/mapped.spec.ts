import { mapped } from './mapped';

async function* three(onEnd: () => void = () => undefined): AsyncGenerator<number> {
  try {
    for (const number of [1, 2, 3]) yield await Promise.resolve(number);
  } finally {
    onEnd();
  }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('mapped', () => {
  it('makes one of each item, in their order', async () => {
    expect(await all(mapped(three(), (number) => number * 2))).toEqual([2, 4, 6]);
    expect(await all(mapped(three(), (number) => Promise.resolve(number * 2)))).toEqual([2, 4, 6]);
  });

  it('leaves out those of which nothing is made', async () => {
    expect(await all(mapped(three(), (number) => (number === 2 ? undefined : number)))).toEqual([1, 3]);
  });

  it('ends with what is to come last, once', async () => {
    const items = mapped(
      three(),
      (number) => number,
      () => 4,
    )[Symbol.asyncIterator]();
    for (const value of [1, 2, 3, 4]) expect(await items.next()).toEqual({ done: false, value });
    for (let again = 0; again < 2; again++) expect(await items.next()).toEqual({ done: true, value: undefined });
  });

  it('ends its source when nobody wants the rest', async () => {
    const onEnd = jest.fn();
    for await (const number of mapped(three(onEnd), (one) => one)) if (number === 2) break;
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('fails as its source and what it makes do', async () => {
    const fail = (): never => {
      throw new Error('no');
    };
    await expect(all(mapped(three(), fail))).rejects.toThrow('no');
  });
});
