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
export function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** What stands for a part of a URL that a caller may not see. */
const HIDDEN = '***';

/** A URL without what holds keys: its path, query and user. */
export function maskUrl(text: string): string {
  const { protocol, username, password, host, pathname, search, hash } = new URL(text);
  const user = username === '' && password === '' ? '' : `${HIDDEN}@`;
  const path = pathname === '/' && search === '' && hash === '' ? '/' : `/${HIDDEN}`;
  return `${protocol}//${user}${host}${path}`;
}

/** Whatever follows, up to a space, may be part of it. The bound keeps long words from being read again and again. */
const URL_IN_TEXT = /[a-z][a-z0-9+.-]{0,31}:\/\/\S*/gi;

/** A text with what `change` makes of each URL in it; of one that cannot be read, nothing is left. */
export const replaceUrls = (text: string, change: (url: string) => string): string =>
  text.replace(URL_IN_TEXT, (url) => (URL.canParse(url) ? change(url) : HIDDEN));

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
