import fc from 'fast-check';
import { Amount, readAmount } from './amount';
import { validate } from '../kernel/validation';

class Fees {
  @Amount(64)
  readonly most!: bigint;
}

function read(most: unknown): unknown {
  const { value: fees, faults } = validate(Fees, { most });
  return faults[0]?.message ?? fees.most;
}

it.each([
  [0, 0n],
  [1e15, 10n ** 15n],
  [18446744073709551615n, 2n ** 64n - 1n],
  ['0', 0n],
  ['007', 7n],
  ['+5', 5n],
  ['18446744073709551615', 2n ** 64n - 1n],
])('reads %p', (given, amount) => {
  expect(read(given)).toBe(amount);
});

it.each([
  -0,
  -1,
  1.5,
  NaN,
  Infinity,
  2 ** 53,
  2n ** 64n,
  -1n,
  '-1',
  '1.5',
  '+',
  '++5',
  '5+',
  '',
  ' 1',
  '1e3',
  '0x1',
  '1'.repeat(65),
  true,
  {},
  [1],
])('refuses %p', (given) => {
  expect(read(given)).toBe('must be a whole number from 0 to 2^64-1');
});

it('reads every form of an amount alike', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 128n - 1n), (amount) => {
      expect(readAmount(amount)).toBe(amount);
      expect(readAmount(String(amount))).toBe(amount);
    }),
  );
});
