import { stringifyExact } from './exact-json';

/** Controls, marks of direction and what else is not seen, ends of lines, and halves of characters. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** A text on one line, with escapes in place of what a terminal would obey, or show in another order. */
export const printable = (text: string): string => text.replace(HARMFUL, escaped);

/** The same of several lines. */
export const printableLines = (text: string): string =>
  /[^\n\x20-\x7e]/.test(text) ? text.split('\n').map(printable).join('\n') : text;

/** A value as JSON, which reads as the value does, whoever wrote its texts. */
export const printableJson = (value: unknown, indent?: number): string => printableLines(stringifyExact(value, indent));
