import { isIPv6 } from 'node:net';
import { SecretValue } from '../kernel/secret';
import { hostOf } from '../kernel/url-rules';
import type { ReadText } from './setting.decorator';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const UNITS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** A whole number, by its decimal digits. */
export const toWhole = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** Seconds as milliseconds. */
export const secondsToMs: ReadText = (text) => (/^\d{1,6}$/.test(text) ? Number(text) * SECOND : undefined);

export const toLowerCase: ReadText = (text) => text.toLowerCase();

export const toFlag: ReadText = (text) => ({ true: true, false: false })[text.toLowerCase()];

export const toSwitch: ReadText = (text) => ({ on: true, off: false })[text.toLowerCase()];

/** A time such as `5s`, `30m`, `2h` or `30d`, in milliseconds. */
export function toDuration(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count === '' ? undefined : Number(count) * (UNITS[unit] ?? NaN);
}

/** Items with commas between them, of which one that cannot be read spoils all. */
export const toList =
  (read: ReadText): ReadText =>
  (text) => {
    const items = text.split(',').map((item) => read(item.trim()));
    return items.every((item) => item !== undefined) ? items : undefined;
  };

/** A text that nothing shows, where it is acceptable. */
export const toSecret =
  (isAcceptable: (text: string) => boolean): ReadText =>
  (text) =>
    isAcceptable(text) ? new SecretValue(text) : undefined;

/** A host in the notation in which hosts of URLs are compared; an IPv6 address may have its brackets or not. */
export function toHost(text: string): string | undefined {
  if (isIPv6(text)) return hostOf(`http://[${text}]`);
  return /^(\[[^\]]+\]|[^\s:/?#@*\\[\]]+)$/.test(text) ? hostOf(`http://${text}`) : undefined;
}

/** Whether a text is a URL of that form, with a host, whose user and password can be read. */
export function isServerUrl(text: string, form: RegExp): boolean {
  if (!form.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && [username, password].every(isDecodable);
}

function isDecodable(escaped: string): boolean {
  try {
    decodeURIComponent(escaped);
    return true;
  } catch {
    return false;
  }
}
