import fc from 'fast-check';
import { repeatsSecret } from './repeated-secrets';

const UNSEEN = 'with what is not seen in it';
const SECRET = 'CANARY+b3/Zq-7xK';
const hex = (text: string): string => Buffer.from(text).toString('hex');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const each = (text: string, write: (character: string) => string): string => text.split('').map(write).join('');
const codeOf = (character: string): number => character.charCodeAt(0);

/** How servers write what they were sent. */
const codings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'percent-encoded': encodeURIComponent,
  'percent-encoded, in small letters': (text) => encodeURIComponent(text).toLowerCase(),
  'percent-encoded, every character': (text) => each(text, (one) => `%${hex(one)}`),
  'as a form has it': (text) => new URLSearchParams({ text }).toString(),
  'in entities by name': (text) => text.replaceAll('+', '&plus;').replaceAll('/', '&sol;'),
  'in decimal entities': (text) => each(text, (one) => `&#${String(codeOf(one))};`),
  'in hexadecimal entities': (text) => each(text, (one) => `&#x${hex(one).toUpperCase()};`),
  'in escapes of JSON': (text) => each(text, (one) => `\\u00${hex(one)}`),
  'with escaped slashes': (text) => JSON.stringify({ text }).replaceAll('/', String.raw`\/`),
  'in escapes of C': (text) => each(text, (one) => `\\x${hex(one)}`),
  'in octal escapes': (text) => each(text, (one) => `\\${codeOf(one).toString(8).padStart(3, '0')}`),
  'quoted printable': (text) => each(text, (one) => `=${hex(one).toUpperCase()}`),
  'in hex': hex,
  'in hex, in capitals': (text) => hex(text).toUpperCase(),
  'in hex, byte by byte': (text) => each(text, (one) => `0x${hex(one)}, `),
  'in hex with colons': (text) => each(text, (one) => `${hex(one)}:`),
  'as numbers': (text) => JSON.stringify(Buffer.from(text)),
  'in base64': base64,
  'in base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'in base64 with broken lines': (text) => base64(text).replace(/.{6}/g, '$&\r\n'),
  'in base64 of something longer': (text) => base64(`{"path":"/x?${text}","n":1}`),
  'spaced out': (text) => text.split('').join(' '),
  [UNSEEN]: (text) => text.split('').join('\u200b'),
};

/** What is lost in them cannot be found again. */
const LOSING: readonly string[] = ['in capitals', 'percent-encoded, in small letters'];
const others = (inner: string): [string, (text: string) => string][] =>
  Object.entries(codings).filter(
    ([outer]) =>
      (!LOSING.includes(outer) || !inner.includes('base64')) && (inner !== UNSEEN || !outer.includes('escapes')),
  );

describe.each(Object.entries(codings))('a secret %s', (inner, write) => {
  it('is found, wherever it stands', () => {
    for (const before of ['', 'a', 'ab', 'No such path: ', 'abc/', '=', '&']) {
      expect([before, repeatsSecret(`${before}${write(SECRET)} was sent`, [SECRET])]).toEqual([before, true]);
    }
  });

  it.each(others(inner))('is found %s', (_, outer) => {
    expect(repeatsSecret(outer(write(SECRET)), [SECRET])).toBe(true);
  });
});

it('is found where the URL has it percent-encoded', () => {
  for (const text of ['CANARY+b3/Zq-7xK', 'CANARY%2Bb3%2fZq-7xK', 'CANARY%252Bb3%252FZq-7xK', 'canary b3 zq 7xk']) {
    expect(repeatsSecret(text, ['CANARY%2Bb3%2FZq-7xK'])).toBe(true);
  }
});

it('is found in part, where that is long', () => {
  const secret = `${'k'.repeat(8)}0123456789abcdef${'z'.repeat(8)}`;
  expect(repeatsSecret('…0123456789abcdef', [secret])).toBe(true);
  expect(repeatsSecret('…0123456789abcde', [secret])).toBe(false);
});

it.each([
  ['ok', ['/services/T000/B000/xxxx', SECRET]],
  ['notification accepted', ['/api/notifications', 'notifications']],
  ['{"error":"unknown webhook","request_id":"b9d0c5f6-7f0e-4c1c-9a55-1f3f4d2b8a60"}', [SECRET, '/hooks/7']],
  ['aGVsbG8gd29ybGQsIGhlbGxvIHdvcmxk 68656c6c6f20776f726c64', [SECRET]],
  ['short', ['short']],
  ['a-b-c-d', ['-.-.-.-.-.']],
])('is not found in %j', (text, secrets) => {
  expect(repeatsSecret(text, secrets)).toBe(false);
});

it('is found in no text by chance', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 1024 }), (text) => {
      expect(repeatsSecret(text, ['0123456789abcdefghijklmnop'])).toBe(false);
    }),
  );
});

it('takes what would take too long to find out for a secret', () => {
  expect(repeatsSecret('41 '.repeat(300) + '%41'.repeat(10_000), [SECRET])).toBe(true);
});
