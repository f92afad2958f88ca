import { isUtf8 } from 'node:buffer';
import { parse } from 'lossless-json';
import { DomainError } from '../kernel/domain-error';
import { FORBIDDEN_NAMES, MAX_LEVELS, parseNumbersBy, readNumber } from '../kernel/exact-json';
import { isPlainObject, type PlainObject } from '../kernel/merge-patch';

/** How many values a body may hold: more than the largest record needs. */
export const MAX_VALUES = 20_000;
const MAX_NAME_CHARACTERS = 255;

/**
 * What plain JSON parsing would read differently from the text: many digits, with a point among them or not, exponents,
 * a negative zero, escapes, special names.
 */
const NEEDS_CARE = /\d{16}|[\d.]{17}|-0[\s.,\]}]|\d[eE][+-]?\d|\\u|__proto__|constructor|prototype/;

const malformed = (message: string): DomainError => DomainError.invalid([{ path: 'body', message }]);

/**
 * Reads the JSON object of a request: integers of any size exactly, and nothing that two readers could understand
 * differently. Refused are invalid UTF-8, a name given twice, names that reach the prototype, NUL and lone surrogates
 * (no database stores them faithfully), and nesting over {@link MAX_LEVELS} levels.
 * @throws DomainError of kind `invalid`
 */
export function parseBody(bytes: Buffer): PlainObject {
  if (!isUtf8(bytes)) throw malformed('must be valid UTF-8');
  const text = bytes.toString('utf8');
  const names = scan(text);
  const careful = NEEDS_CARE.test(text);
  const value = asJson(text, () => (careful ? parseNumbersBy(readNumber, text) : (JSON.parse(text) as unknown)));
  if (careful) checkTexts(value);
  if (names !== countNames(value)) throw careful ? namedTwice(text) : malformed('must not give a name twice');
  if (!isPlainObject(value)) throw malformed('must be an object');
  return value;
}

function asJson(text: string, read: () => unknown): unknown {
  try {
    return read();
  } catch {
    throw malformed(text.trim() === '' ? 'is required' : 'must be valid JSON');
  }
}

/** Names the first name that is given twice with different values; reading every character by itself takes long texts their time. */
function namedTwice(text: string): DomainError {
  const duplicates: string[] = [];
  parse(text, undefined, { parseNumber: readNumber, onDuplicateKey: ({ key }) => void duplicates.push(key) });
  const [name] = duplicates;
  return malformed(`must not give ${name === undefined ? 'a name' : JSON.stringify(name)} twice`);
}

/** How many names the text gives to members; counted, like the levels, before anything recursive sees the text. */
function scan(text: string): number {
  let depth = 0;
  let names = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') {
      for (index++; index < text.length && text[index] !== '"'; index++) if (text[index] === '\\') index++;
    } else if (character === ':') {
      names++;
    } else if (character === ',') {
      if (++values > MAX_VALUES) throw malformed(`must not hold over ${String(MAX_VALUES)} values`);
    } else if (character === '{' || character === '[') {
      if (++depth > MAX_LEVELS) throw malformed(`must not be nested over ${String(MAX_LEVELS)} levels`);
    } else if (character === '}' || character === ']') {
      depth--;
    }
  }
  return names;
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  for (const [name, member] of Object.entries(value)) {
    if (name.length > MAX_NAME_CHARACTERS) {
      throw malformed(`must not use names of over ${String(MAX_NAME_CHARACTERS)} characters`);
    }
    names += countNames(member) + (Array.isArray(value) ? 0 : 1);
  }
  return names;
}

function checkTexts(value: unknown): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throw malformed('must not contain NUL or lone surrogates');
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (FORBIDDEN_NAMES.has(name)) throw malformed(`must not use the name ${JSON.stringify(name)}`);
    checkTexts(name);
    checkTexts(member);
  }
}
