import { Rule } from './declarations';
import { nearestName } from './nearest-name';

/** What is said of a value that is none of some texts: all of them, and the one that was probably meant. */
export function oneOfMessage(texts: readonly string[], given: unknown): string {
  const nearest = typeof given === 'string' ? nearestName(given, texts) : undefined;
  return `must be one of ${texts.join(', ')}${nearest === undefined ? '' : `: did you mean ${nearest}?`}`;
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
