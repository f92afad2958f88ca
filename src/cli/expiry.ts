import { readInstant } from '../kernel/instant';
import { UsageError } from './usage-error';

const DURATION = /^([1-9]\d{0,4})([mhdw])$/;
const MINUTE_MS = 60_000;
const UNITS: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 };

/**
 * The instant that an option names: by itself, or as a time from now.
 * @throws UsageError
 */
export function readExpiry(option: string, text: string, now: Date): string {
  const [, count, unit = ''] = DURATION.exec(text) ?? [];
  if (count !== undefined)
    return new Date(now.getTime() + Number(count) * (UNITS[unit] ?? 0) * MINUTE_MS).toISOString();
  const instant = readInstant(text);
  if (instant) return instant.toISOString();
  const rule =
    'must be an instant in ISO 8601, such as 2030-01-31T12:00:00Z, or a time from now in m, h, d or w, such as 30d';
  throw new UsageError(`${option} ${rule}`);
}
