/** Whether a value is a number from `least` to `most`; negative zero is none, as somebody wrote it with a sign. */
export const isNumberWithin = (value: unknown, least: number, most = Infinity): boolean =>
  typeof value === 'number' && value >= least && value <= most && !Object.is(value, -0);

/** The `number` that is nearest to an integer, if it is one. */
export const nearestNumber = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);
