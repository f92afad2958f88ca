import { Rule } from './declarations';

const MOST_CHARACTERS = 2048;
/** What a URL parser silently drops or rewrites: then what is stored would not be what is called. */
const REWRITTEN = /[\u0000-\u0020\u007f\\]/;

/** What is wrong with a value as the absolute URL (WHATWG) of an HTTP server. */
export function httpUrlFault(value: unknown, options: { readonly credentials: boolean }): string | undefined {
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS || !/^https?:\/\//i.test(value)) {
    return `must be an http or https URL of at most ${String(MOST_CHARACTERS)} characters`;
  }
  if (REWRITTEN.test(value) || !URL.canParse(value)) return 'must be a valid http or https URL';
  const { username, password } = new URL(value);
  if (!options.credentials && username + password !== '') return 'must be a URL without a user name or password';
  return undefined;
}

/** As much of a URL as holds no secret: its scheme, host and port. */
export const originOf = (url: string): string => new URL(url).origin;

/**
 * Declares an http or https URL of at most 2048 characters; `credentials` says whether it may carry a user name and
 * password, which is right only where the field is never shown to more people than may use them.
 */
export const HttpUrl = (options: { readonly credentials: boolean }): PropertyDecorator =>
  Rule(
    'httpUrl',
    (value) => httpUrlFault(value, options) === undefined,
    (value) => httpUrlFault(value, options) ?? '',
    { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: MOST_CHARACTERS },
  );
