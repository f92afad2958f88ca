import fc from 'fast-check';
import { stringify } from 'lossless-json';
import type { DomainError } from '../kernel/domain-error';
import { MAX_LEVELS } from '../kernel/exact-json';
import { MAX_VALUES, parseBody } from './json-body';

const read = (text: string): unknown => parseBody(Buffer.from(text));

/** What is said of a body that is refused. */
function refusal(bytes: string | Buffer): string | undefined {
  try {
    parseBody(Buffer.from(bytes));
  } catch (error) {
    const { kind, faults } = error as DomainError;
    expect({ kind, path: faults[0]?.path, faults: faults.length }).toEqual({
      kind: 'invalid',
      path: 'body',
      faults: 1,
    });
    return faults[0]?.message;
  }
  return undefined;
}

it('reads any JSON object as JSON.parse does, where that is exact', () => {
  const plain = fc.dictionary(
    fc
      .string({ maxLength: 20 })
      .filter(
        (name) =>
          !['__proto__', 'constructor', 'prototype'].includes(name) && name.isWellFormed() && !name.includes('\0'),
      ),
    fc.jsonValue({ maxDepth: 3, noUnicodeString: true }),
  );
  fc.assert(
    fc.property(plain, (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\\u0000|\d[eE][+-]?\d|\d{16}|__proto__|constructor|prototype/.test(text));
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

it('reads integers of any size exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 130n }), (amount) => {
      const { value } = read(`{"value":${String(amount)}}`) as { readonly value: number | bigint };
      expect(BigInt(value)).toBe(amount);
      expect(stringify({ value })).toBe(`{"value":${String(amount)}}`);
    }),
  );
});

it.each([
  ['{"value":1e21}', 10n ** 21n],
  ['{"value":1.5e2}', 150],
  ['{"value":0.5}', 0.5],
  ['{"value":-7}', -7],
  ['{"value":9007199254740993}', 9007199254740993n],
  ['{"value":"9007199254740993"}', '9007199254740993'],
  ['{"value":"\\u00fc"}', 'ü'],
  ['{"value":"a:{[,\\""}', 'a:{[,"'],
])('reads %s', (text, value) => {
  expect(read(text)).toEqual({ value });
});

it.each([
  ['', 'is required'],
  ['  \n', 'is required'],
  ['{', 'must be valid JSON'],
  ['{"a":1,}', 'must be valid JSON'],
  ["{'a':1}", 'must be valid JSON'],
  ['\ufeff{}', 'must be valid JSON'],
  ['{"a":NaN}', 'must be valid JSON'],
  ['{"a":01}', 'must be valid JSON'],
  ['[]', 'must be an object'],
  ['null', 'must be an object'],
  ['7', 'must be an object'],
  ['"text"', 'must be an object'],
  ['{"a":1,"a":1}', 'must not give a name twice'],
  ['{"a":{"b":1,"b":2}}', 'must not give a name twice'],
  ['{"a":1e2,"a":2}', 'must not give "a" twice'],
  ['{"a":1e2,"a":1e2}', 'must not give a name twice'],
  ['{"a":1,"\\u0061":2}', 'must not give "a" twice'],
  ['{"constructor":1}', 'must not use the name "constructor"'],
  ['{"a":{"prototype":1}}', 'must not use the name "prototype"'],
  ['{"a":"\\u0000"}', 'must not contain NUL or lone surrogates'],
  ['{"a":"\\ud800"}', 'must not contain NUL or lone surrogates'],
  ['{"\\ud800":1}', 'must not contain NUL or lone surrogates'],
])('refuses %j: it %s', (text, message) => {
  expect(refusal(text)).toBe(message);
});

it.each(['{"__proto__":{"admin":true}}', '{"a":{"__proto__":1}}', '{"\\u005f_proto__":{"admin":true}}'])(
  'refuses %s, and changes no prototype',
  (text) => {
    expect(refusal(text)).toBeDefined();
    expect(({} as { readonly admin?: boolean }).admin).toBeUndefined();
  },
);

it('refuses bytes that are not UTF-8', () => {
  expect(refusal(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]))).toBe('must be valid UTF-8');
});

it('bounds how deep and how many values there are, before anything recursive sees them', () => {
  const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
  expect(refusal(nested(MAX_LEVELS))).toBeUndefined();
  expect(refusal(nested(MAX_LEVELS + 1))).toBe(`must not be nested over ${String(MAX_LEVELS)} levels`);
  expect(refusal('['.repeat(500_000))).toBe(`must not be nested over ${String(MAX_LEVELS)} levels`);
  const values = (count: number): string => `{"a":[${Array.from({ length: count }, () => '1').join()}]}`;
  expect(refusal(values(MAX_VALUES))).toBeUndefined();
  expect(refusal(values(MAX_VALUES + 1))).toBe(`must not hold over ${String(MAX_VALUES)} values`);
});

it('counts levels, not objects', () => {
  const siblings = Array.from({ length: 2 * MAX_LEVELS }, () => '{"a":[]}').join(',');
  expect(read(`{"all":[${siblings}]}`)).toMatchObject({ all: { length: 2 * MAX_LEVELS } });
  const deepest = '['.repeat(MAX_LEVELS - 1) + ']'.repeat(MAX_LEVELS - 1);
  expect(refusal(`{"all":[${siblings}],"deep":${deepest}}`)).toBeUndefined();
  expect(refusal(`{"all":[${siblings}],"deep":[${deepest}]}`)).toContain('must not be nested');
  expect(refusal(`{"deep":${'[ '.repeat(MAX_LEVELS)}${']'.repeat(MAX_LEVELS)}}`)).toContain('must not be nested');
});

it('takes names of 255 characters, and no longer ones', () => {
  expect(refusal(JSON.stringify({ ['n'.repeat(255)]: 1 }))).toBeUndefined();
  expect(refusal(JSON.stringify({ ['n'.repeat(256)]: 1 }))).toBe('must not use names of over 255 characters');
});

it('reads null beside what is read with care', () => {
  expect(read('{"a":null,"b":[null,12345678901234567890]}')).toEqual({ a: null, b: [null, 12345678901234567890n] });
});
