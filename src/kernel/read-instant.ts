const FORMAT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d):(\d\d)(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/** The instant that a text names in ISO 8601 with its offset from UTC (RFC 3339); undefined where it names none. */
export function readInstant(text: string): Date | undefined {
  const [, minute, second] = FORMAT.exec(text) ?? [];
  const instant = new Date(text);
  if (minute === undefined || second === undefined || Number.isNaN(instant.getTime())) return undefined;
  // A day that the month does not have would silently become one of the next month.
  const local = new Date(`${minute}:${second}Z`);
  return Number.isNaN(local.getTime()) || !local.toISOString().startsWith(`${minute}:${second}`) ? undefined : instant;
}
