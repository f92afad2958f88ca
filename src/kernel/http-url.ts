import { Rule } from './declarations';

const MAX_CHARACTERS = 2048;
/** Of a name in the DNS (RFC 1035, 2.3.4), without the dot that may end it. */
const MAX_HOST_CHARACTERS = 253;
/** What a URL parser silently drops or rewrites: then what is stored would not be what is called. */
const REWRITTEN = /[\u0000-\u0020\u007f\\]/;

/** What is wrong with a value as the absolute URL (WHATWG) of an HTTP server. */
export function httpUrlFault(value: unknown, options: { readonly credentials: boolean }): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS || !/^https?:\/\//i.test(value)) {
    return `must be an http or https URL of at most ${String(MAX_CHARACTERS)} characters`;
  }
  if (REWRITTEN.test(value) || !URL.canParse(value)) return 'must be a valid http or https URL';
  const url = new URL(value);
  const { username, password, hostname } = url;
  if (hostname.replace(/\.$/, '').length > MAX_HOST_CHARACTERS) {
    return `must have a host name of at most ${String(MAX_HOST_CHARACTERS)} characters`;
  }
  if (isMasked(url)) return 'must be whole: a part of it is masked by ***';
  if (!options.credentials && username + password !== '') return 'must be a URL without a user name or password';
  return undefined;
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

/** Whether a URL is what {@link maskUrl} makes: nobody knows any more what it stood for. */
const isMasked = ({ username, pathname }: URL): boolean => username === HIDDEN || pathname === `/${HIDDEN}`;

/**
 * Whatever follows, up to a space, may be part of it, and its scheme may be missing. The bound keeps long words from being
 * read again and again.
 */
const URL_IN_TEXT = /(?:[a-z][a-z0-9+.-]{0,31}:)?\/\/\S+/gi;

/** A text with each URL in it masked; of one that cannot be read alone, nothing is left. */
export const maskUrlsIn = (text: string): string =>
  text.replace(URL_IN_TEXT, (url) => (URL.canParse(url) ? maskUrl(url) : HIDDEN));

/** Whether a text is what {@link maskUrlsIn} makes of one that has a URL. */
export const holdsMaskedUrl = (text: string): boolean =>
  text.split(/\s/).includes(HIDDEN) ||
  (text.match(URL_IN_TEXT) ?? []).some((url) => URL.canParse(url) && isMasked(new URL(url)));

/**
 * Declares an http or https URL of at most 2048 characters; `credentials` says whether it may carry a user name and
 * password, which is right only where the field is never shown to more people than may use them.
 */
export const HttpUrl = (options: { readonly credentials: boolean }): PropertyDecorator =>
  Rule(
    'httpUrl',
    (value) => httpUrlFault(value, options) === undefined,
    (value) => httpUrlFault(value, options) ?? '',
    { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: MAX_CHARACTERS },
  );
