/** The median of a figure over the rounds, with the lowest and the highest. */
export interface Figure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function figureOf(values: readonly number[]): Figure {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? NaN;
  const lower = sorted[Math.ceil(middle) - 1] ?? NaN;
  return { median: (lower + upper) / 2, low: sorted[0] ?? NaN, high: sorted.at(-1) ?? NaN };
}

/** Of rounds that ran one after the other: what slows the machine down for a while slows both sides of a ratio. */
export const ratioOf = (values: readonly number[], others: readonly number[]): Figure =>
  figureOf(values.map((value, round) => value / (others[round] ?? NaN)));
