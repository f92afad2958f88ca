/** What reads a value: undefined says that it is not acceptable. */
export type Reader<T> = (text: string) => T | undefined;

/** Takes a setting by its name; one that is not acceptable is reported with what is expected, and an example. */
export type TakeSetting = <T>(name: string, read: Reader<T>, fallback: T, expected: string, example: string) => T;

export const readText: Reader<string> = (text) => (/^\S+$/.test(text) ? text : undefined);

export const wholeNumber =
  (least: number, most: number): Reader<number> =>
  (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : undefined;
  };

export const oneOf =
  (values: readonly string[]): Reader<string> =>
  (text) =>
    values.includes(text.toLowerCase()) ? text.toLowerCase() : undefined;

export const readBoolean: Reader<boolean> = (text) =>
  new Map([
    ['true', true],
    ['false', false],
  ]).get(text.toLowerCase());

/** Items with commas between them, of which one that cannot be read spoils all. */
export const listOf =
  <T>(read: Reader<T>): Reader<readonly T[]> =>
  (text) => {
    const items = text.split(',').map((item) => read(item.trim()));
    return items.every((item) => item !== undefined) ? items : undefined;
  };

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time such as `5s`, `30m`, `2h` or `30d`, in milliseconds. */
export const duration =
  (least: number, most: number): Reader<number> =>
  (text) => {
    const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
    const value = count === '' ? NaN : Number(count) * (UNITS[unit] ?? NaN);
    return value >= least && value <= most ? value : undefined;
  };

/** Whether what is escaped in a part of a URL can be read. */
export function isReadable(escaped: string): boolean {
  try {
    decodeURIComponent(escaped);
    return true;
  } catch {
    return false;
  }
}
