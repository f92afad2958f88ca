import fc from 'fast-check';
import { parse } from 'lossless-json';
import { parseExact, parseNumbersBy, readNumber, stringifyExact } from './exact-json';

it.each([
  ['0', 0],
  ['-0', -0],
  ['-0.0', -0],
  ['7', 7],
  ['-7', -7],
  ['1.5', 1.5],
  ['1.0', 1],
  ['1e3', 1000],
  ['1.25e2', 125],
  ['1200e-2', 12],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['90071992547409930e-1', 9007199254740993n],
  ['1e+21', 10n ** 21n],
  ['1.00000000000000000001e20', 100000000000000000001n],
  ['340282366920938463463374607431768211455', 2n ** 128n - 1n],
  ['0.1', 0.1],
  ['1e-7', 1e-7],
])('reads the number %s', (text, value) => {
  expect(readNumber(text)).toBe(value);
});

it.each(['0.99999999999999999999', '1.00000000000000000001', '1e-400', '9007199254740993.5'])(
  'takes the fraction %s for no integer',
  (text) => {
    expect(readNumber(text)).toBeNaN();
  },
);

it.each(['1e400', '1e99999999999999999999', '-1e401'])('takes %s for out of reach, at once', (text) => {
  expect(Math.abs(Number(readNumber(text)))).toBe(Infinity);
});

it('keeps random amounts of 64 and 128 bits, digit by digit', () => {
  const amount = fc.oneof(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 2n ** 128n - 1n));
  fc.assert(
    fc.property(amount, fc.jsonValue(), (value, other) => {
      const text = stringifyExact({ value, list: [value], other });
      expect(text).toContain(`"value":${String(value)},`);
      const read = parseExact(text) as { value: number | bigint; list: (number | bigint)[] };
      expect(BigInt(read.value)).toBe(value);
      expect(BigInt(read.list[0] ?? -1)).toBe(value);
      expect(stringifyExact(read)).toBe(text);
    }),
  );
});

it('writes what it read as it was, whatever the numbers', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = stringifyExact(value);
      expect(text).toBe(JSON.stringify(value));
      expect(stringifyExact(parseExact(text))).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

it('reads a number of any length in a time that grows with its length', () => {
  const zeros = '0'.repeat(500_000);
  expect(readNumber(`0.1${zeros}1`)).toBe(0.1);
  expect(readNumber(`1${zeros}1`)).toBe(Infinity);
  expect(readNumber(`1.${zeros}`)).toBe(1);
  expect(readNumber(`${zeros}7`)).toBe(7);
});

describe('parsing with a function for numbers', () => {
  const parsed = (text: string): unknown => parseNumbersBy(readNumber, text);

  it('reads what a parser that takes character by character reads', () => {
    const number = fc.oneof(
      fc.bigInt(-(2n ** 130n), 2n ** 130n).map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.constantFrom('-0', '1E+21', '1e-400', '0.99999999999999999999', '1.50'),
    );
    const text = fc.oneof(fc.string(), fc.constantFrom('12345678901234567890', '\\"1e21', '\u0000123', '\\', 'a"b'));
    const value = fc.oneof(
      number,
      text.map((each) => JSON.stringify(each)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(text, value)), (members) => {
        const json = `[${members.map(([name, each]) => `{${JSON.stringify(name)} : ${each}}`).join(',\n')}]`;
        expect(parsed(json)).toEqual(parse(json, undefined, readNumber));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '01234567890123456789',
    '{12345678901234567890:1',
    '{12345678901234567890:1}',
    '{1e21 :1}',
    '{"a":1,12345678901234567890\n: 2}',
    '["12345678901234567890\\',
    '["\\',
    '"12345678901234567890',
    '1e21e5',
    '1e21 1',
    '.1e21',
    '',
  ])('refuses %s', (text) => expect(() => parsed(text)).toThrow(SyntaxError));

  it('reads numbers beside a text of millions of escapes', () => {
    const text = `${'\\"'.repeat(4_000_000)}1e21`;
    const [read, number] = parsed(`["${text}", 1e21]`) as readonly [string, bigint];
    expect(read).toHaveLength(4_000_004);
    expect(number).toBe(10n ** 21n);
  });

  it('reads a text without an end in a time that grows with its length', () => {
    expect(() => parsed(`["12345678901234567890${'\\"'.repeat(500_000)}`)).toThrow(SyntaxError);
    expect(() => parsed(`["12345678901234567890${'\\"'.repeat(500_000)}\\`)).toThrow(SyntaxError);
    expect(() => parsed(`[${'1e21 '.repeat(200_000)}${' '.repeat(500_000)}:`)).toThrow(SyntaxError);
  });
});
