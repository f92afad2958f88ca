import type { Random } from './random';
import { hostileTexts, hostileValues } from './values';

type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** Changes a JSON value somewhere inside: another value, one less, one more, one under another name. */
export function mutateValue(value: unknown, random: Random): unknown {
  if (!isContainer(value) || random.chance(0.1)) return random.pick(hostileValues);
  const copy = structuredClone(value);
  const containers = [copy];
  for (const container of containers) containers.push(...Object.values(container).filter(isContainer));
  change(random.pick(containers), random);
  return copy;
}

function change(container: Container, random: Random): void {
  const names = Object.keys(container);
  const name = names.length === 0 ? 'a' : random.pick(names);
  const members = container as Record<string, unknown>;
  const what = random.below(4);
  if (what === 0) Reflect.deleteProperty(members, name);
  else if (what === 1) define(members, random.pick(hostileTexts), random.pick(hostileValues));
  else if (what === 2) define(members, random.pick(['id', 'name', 'url', 'config', 'policies']), members[name]);
  else define(members, name, random.pick(hostileValues));
}

/** Assigning to `__proto__` would change the prototype. */
const define = (members: object, name: string, value: unknown): unknown =>
  Reflect.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });

const NUMBERS = ['1e400', '-0', '1E+2', '0.1e1', '9'.repeat(40), `0.${'0'.repeat(400)}1`, '01', '+1', 'NaN', '0x10'];
const PIECES = ['{', '}', '[', ']', ',', ':', '"', '\\', '\\u0000', '\\ud800', '//', '\u0000', '\ufeff', '{"a":'];

/** Changes the text of a body, which may then be no JSON any more. */
export function mutateText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const to = at + random.below(10);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(to);
    case 2:
      return text.slice(0, to) + text.slice(at);
    case 3:
      return text.slice(0, at) + random.pick(PIECES) + text.slice(at);
    case 4:
      return text.replace(/\d+/, () => random.pick(NUMBERS));
    default:
      return text.replace('{', () => `{"${random.pick(['id', 'name', 'a'])}":1,`);
  }
}

/** Changes the path of a request. */
export function mutatePath(path: string, random: Random): string {
  const parts = path.split('/');
  const at = 1 + random.below(parts.length - 1);
  const text = random.pick(hostileTexts);
  parts[at] = random.pick([
    encodeURIComponent(text.toWellFormed()),
    `${parts[at] ?? ''}/`,
    '..',
    '.',
    '%2e%2e%2f',
    '%ff',
    '%',
    '*',
    `${parts[at] ?? ''};a=b`,
    (parts[at] ?? '').toUpperCase(),
  ]);
  return parts.join('/').slice(0, 6000);
}

const HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    'authorization',
    ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer rms_x', `Bearer ${'a'.repeat(4000)}`, 'bearer  x', '\xff'],
  ],
  [
    'content-type',
    [
      '',
      'text/plain',
      'application/json; charset=latin1',
      'APPLICATION/JSON',
      'application/json;',
      '*/*',
      'multipart/form-data',
    ],
  ],
  ['content-encoding', ['gzip', 'br', 'deflate', 'identity', 'x', 'gzip, br']],
  ['idempotency-key', ['a', 'b', '', 'a b', 'a'.repeat(256), '\xe9']],
  ['x-request-id', ['a', '', '<script>', 'a'.repeat(200), '\xe9']],
  ['accept', ['text/html', '*/*;q=0', 'application/xml', '']],
  ['accept-encoding', ['gzip', 'br;q=1.0', '*;q=0', 'identity;q=0']],
  ['x-http-method-override', ['DELETE']],
  ['x-forwarded-for', ['127.0.0.1', 'a'.repeat(1000)]],
  ['cookie', ['a=b; __proto__=c']],
  ['transfer-encoding', ['chunked', 'gzip, chunked', 'identity']],
];

/** A header with a value that it should not have, or that changes what is answered. */
export function someHeader(random: Random): readonly [name: string, value: string] {
  const [name, values] = random.pick(HEADERS);
  return [name, random.pick(values)];
}

/** Conditions, ranges and wishes: what they say may hold, not hold, or say nothing. */
const CONDITIONS: typeof HEADERS = [
  ['if-match', ['*', '"1.1"', 'W/"1.1"', '"', '', ',,,', '1.1', '"a", "b"', `"${'a'.repeat(4000)}"`, '\xff']],
  ['if-none-match', ['*', '"x"', 'W/"1.1"', '', ',,', '"a", W/"b"', `"${'a'.repeat(4000)}"`, '\xff']],
  ['if-modified-since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', 'yesterday', '']],
  ['if-unmodified-since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', '-1', '']],
  ['if-range', ['"x"', 'W/"x"', 'Thu, 01 Jan 1970 00:00:00 GMT', '', '*']],
  [
    'range',
    [
      'bytes=0-0',
      'bytes=-1',
      'bytes=0-0,2-2',
      'bytes=5-1',
      'bytes=99999999999999999999-',
      'bytes=-',
      'x',
      '',
      'items=0-1',
    ],
  ],
  ['expect', ['100-continue', '100-CONTINUE', '100-continue, 100-continue', 'x', '']],
];

/** One to three of those. */
export function someConditions(random: Random): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (let count = 1 + random.below(3); count > 0; count--) {
    const [name, values] = random.pick(CONDITIONS);
    headers[name] = random.pick(values);
  }
  return headers;
}
