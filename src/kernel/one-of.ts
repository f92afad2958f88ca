import { Rule } from './declarations';
import { nearestName } from './nearest-name';

/** What is said of a value that is none of some texts: all of them, and the one that was probably meant. */
export const oneOfMessage = (texts: readonly string[], given: unknown): string =>
  `must be one of ${texts.join(', ')}${meantInstead(texts, given)}`;

/** The end of what is said of a value: the text that was probably meant; empty where none is near, or it is one of them. */
export function meantInstead(texts: readonly string[], given: unknown): string {
  if (typeof given !== 'string' || texts.includes(given)) return '';
  const nearest = nearestName(given, texts);
  return nearest === undefined ? '' : `: did you mean ${nearest}?`;
}

/** Declares one of some texts. */
export const OneOf = (texts: readonly string[], options: { readonly each?: boolean } = {}): PropertyDecorator =>
  Rule(
    'oneOf',
    (value) => texts.includes(value as string),
    (value) => oneOfMessage(texts, value),
    { type: 'string', enum: texts },
    options,
  );
