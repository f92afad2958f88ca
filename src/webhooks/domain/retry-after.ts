/** How long a `Retry-After` header (RFC 9110) asks to wait, in milliseconds; undefined where it cannot be read. */
export function readRetryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = text.endsWith(' GMT') ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
