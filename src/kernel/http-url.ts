import { Rule } from './declarations';

const MAX_CHARACTERS = 2048;
/** Of a name in the DNS (RFC 1035, 2.3.4), without the dot that may end it. */
const MAX_HOST_CHARACTERS = 253;
/** Without what a URL parser silently drops or rewrites: then what is stored would not be what is called. */
const PATTERN = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^\x00-\x20\x7f\\]+$`;
const FORM = new RegExp(PATTERN);

/** How the URLs of a field may be. */
export interface UrlForm {
  /** Whether they may have a user name and a password. */
  readonly credentials: boolean;
  /** How many characters they have at most; 2048 where nothing is said. */
  readonly most?: number;
}

/** What is wrong with a value as the absolute URL (WHATWG) of an HTTP server. */
export function httpUrlFault(value: unknown, { credentials, most = MAX_CHARACTERS }: UrlForm): string | undefined {
  if (typeof value !== 'string' || value.length > most || !/^https?:\/\//i.test(value)) {
    return `must be an http or https URL of at most ${String(most)} characters`;
  }
  if (!FORM.test(value) || !URL.canParse(value)) return 'must be a valid http or https URL';
  const url = new URL(value);
  const { username, password, hostname } = url;
  if (hostname.replace(/\.$/, '').length > MAX_HOST_CHARACTERS) {
    return `must have a host name of at most ${String(MAX_HOST_CHARACTERS)} characters`;
  }
  if (isMasked(url)) return 'must be whole: a part of it is masked by ***';
  if (!credentials && username + password !== '') return 'must be a URL without a user name or password';
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

/**
 * Declares an http or https URL. Credentials in it are right only where the field is never shown to more people than may
 * use them.
 */
export const HttpUrl = (form: UrlForm): PropertyDecorator =>
  Rule(
    'httpUrl',
    (value) => httpUrlFault(value, form) === undefined,
    (value) => httpUrlFault(value, form) ?? '',
    { type: 'string', format: 'uri', pattern: PATTERN, maxLength: form.most ?? MAX_CHARACTERS },
  );
