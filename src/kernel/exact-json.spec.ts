import fc from 'fast-check';
import { parseExact, readNumber, stringifyExact } from './exact-json';

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
