import { stringifyExact } from '../kernel/exact-json';
import { mapped } from '../kernel/mapped';
import type { ListBody } from './answer';

/** In characters: what is written at once at least, as each piece costs a call of the system. */
const PIECE = 16 * 1024;

/** A list in its envelope, a text for each item: no more than one of them is in memory. */
export function listTexts({ before, items, after }: ListBody): AsyncIterable<string> {
  let separator = before;
  const textOf = (item: unknown): string => {
    const text = separator + stringifyExact(item);
    separator = ',';
    return text;
  };
  return mapped(items, textOf, () => (separator === ',' ? after : before + after));
}

export async function wholeText(list: ListBody): Promise<string> {
  let whole = '';
  for await (const text of listTexts(list)) whole += text;
  return whole;
}

/** The bytes of the same texts, joined to pieces that are worth being written. A socket that is not read has them, and no copy. */
export const pieces = (texts: AsyncIterable<string>): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => new Pieces(texts[Symbol.asyncIterator]()),
});

class Pieces implements AsyncIterator<Buffer, undefined> {
  constructor(private readonly texts: AsyncIterator<string>) {}

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    let piece = '';
    while (piece.length < PIECE) {
      const next = await this.texts.next();
      if (next.done === true) break;
      piece += next.value;
    }
    return piece === '' ? { done: true, value: undefined } : { done: false, value: Buffer.from(piece) };
  }

  async return(): Promise<IteratorResult<Buffer, undefined>> {
    await this.texts.return?.();
    return { done: true, value: undefined };
  }
}
