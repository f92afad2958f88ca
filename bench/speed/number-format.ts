import type { Figure } from './statistics';

/** With as many digits as a reader can use. */
export const shortNumber = (value: number): string =>
  Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });

/** The median, with the lowest and the highest if there are others. */
export const shortFigure = ({ median, low, high }: Figure): string =>
  low === high ? shortNumber(median) : `${shortNumber(median)} (${shortNumber(low)}–${shortNumber(high)})`;
