import { Transform } from 'class-transformer';
import { describeField, Rule } from '../kernel/declarations';

/** Leading zeros and a plus sign are taken, as the OpenZeppelin Relayer takes them. */
const DECIMAL = /^\+?[0-9]{1,64}$/;

/**
 * The exact value of an amount given as a whole JSON number, a bigint, or a string of decimal digits;
 * anything else is returned as it came.
 */
export function readAmount(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : value;
  if (typeof value === 'string' && DECIMAL.test(value)) return BigInt(value);
  return value;
}

/**
 * Declares an unsigned amount of `bits` bits in the smallest unit of its currency. It is a bigint on every path and a
 * bare JSON integer on the wire, so realistic amounts over 2^53 keep every digit.
 */
export function Amount(bits: 32 | 64 | 128): PropertyDecorator {
  const most = 2n ** BigInt(bits) - 1n;
  const rule = Rule(
    'amount',
    (value) => typeof value === 'bigint' && value >= 0n && value <= most,
    `must be a whole number from 0 to 2^${String(bits)}-1`,
    { type: 'integer', minimum: 0, maximum: most },
  );
  return (target, property) => {
    rule(target, property);
    Transform(({ value }) => readAmount(value), { toClassOnly: true })(target, property);
    describeField({ accepts: { type: 'string', pattern: DECIMAL.source } })(target, property);
  };
}
