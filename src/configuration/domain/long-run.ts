/** In characters: no text, number or blank of a record comes near it, and the scanner reads each without a pause. */
const MAX_RUN = 256 * 1024;
/** How many characters are looked at before others get their turn. */
const AT_ONCE = 512 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const BETWEEN: ReadonlySet<number> = new Set(Buffer.from('{}[],:\n'));

/** Where it begins; both count from 1. */
interface Start {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds what has over 256 Ki characters in a JSON text: a string, or anything without a bracket, comma, colon or line end.
 * It stops now and then.
 */
export function* longRun(text: string): Generator<void, Start | undefined> {
  if (text.length <= MAX_RUN) return undefined;
  let start = 0;
  let line = 1;
  let lineStart = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE || code === NEWLINE) {
        isText = false;
        start = at + 1;
      }
    } else if (code === QUOTE) {
      isText = true;
      start = at;
    } else if (BETWEEN.has(code)) start = at + 1;
    if (code === NEWLINE) {
      line++;
      lineStart = at + 1;
    }
    if (at - start > MAX_RUN) return { line, column: start - lineStart + 1 };
    if (at % AT_ONCE === 0) yield;
  }
  return undefined;
}
