import { stringifyExact } from '../kernel/exact-json';
import type { ListBody } from './answer';
import { MAX_ANSWER_BYTES } from './stored-answer';

/** In characters: what is written at once at least, as each piece costs a call of the system. */
const PIECE = 16 * 1024;

/** A list in its envelope, a text for each item: no more than one of them is in memory. */
export async function* listTexts({ items, pagination }: ListBody): AsyncGenerator<string> {
  let before = '{"success":true,"data":[';
  for await (const item of items) {
    yield before + stringifyExact(item);
    before = ',';
  }
  yield `${before === ',' ? '' : before}],"error":"","pagination":${stringifyExact(pagination)}}`;
}

export async function wholeText(list: ListBody): Promise<string> {
  let whole = '';
  for await (const text of listTexts(list)) whole += text;
  return whole;
}

/** The same texts, joined to pieces that are worth being written. */
export async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** The same texts; `onEnd` gets all of them in one, or undefined where that would be too long to be stored. */
export async function* collected(
  texts: AsyncIterable<string>,
  onEnd: (whole: string | undefined) => void,
): AsyncGenerator<string> {
  let whole: string | undefined = '';
  for await (const text of texts) {
    if (whole !== undefined) whole = whole.length + text.length > MAX_ANSWER_BYTES ? undefined : whole + text;
    yield text;
  }
  onEnd(whole);
}
