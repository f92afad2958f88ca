import { InvalidArgumentError } from 'commander';
import { readInstant } from '../kernel/read-instant';

const DURATION = /^([1-9]\d{0,4})([mhdw])$/;
const MINUTE_MS = 60_000;
const UNITS: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 };

/** When something ends, in ISO 8601, for a time of now. */
export type Expiry = (now: Date) => string;

/**
 * The instant that an option names: by itself, or as a time from now.
 * @throws InvalidArgumentError
 */
export function readExpiry(text: string): Expiry {
  const [, count, unit = ''] = DURATION.exec(text) ?? [];
  if (count !== undefined) {
    const milliseconds = Number(count) * (UNITS[unit] ?? 0) * MINUTE_MS;
    return (now) => new Date(now.getTime() + milliseconds).toISOString();
  }
  const instant = readInstant(text)?.toISOString();
  if (instant !== undefined) return () => instant;
  throw new InvalidArgumentError(
    'must be an instant in ISO 8601, such as 2030-01-31T12:00:00Z, or a time from now in m, h, d or w, such as 30d',
  );
}
