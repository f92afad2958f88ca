/** What a log tells of an error. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  /** What a driver, the system or Node calls it. */
  readonly code?: string;
  /** The rule of the database that was broken. */
  readonly constraint?: string;
  readonly cause?: LoggedError;
}

/** How far causes of causes are followed. */
const DEPTH = 4;

const MASKS: readonly (readonly [RegExp, string])[] = [
  // Parsers and databases quote values: of what stands between the first and the last quotation mark nothing is logged.
  [/"[^]*"/g, '"…"'],
  // Of URLs the host is logged: what is before it may be a password, and what comes after it a key.
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#]*@)?([^\s/?#]*)\S*/gi, '$1$2/…'],
  [/\b(bearer|basic) +\S+/gi, '$1 …'],
  [/\brms_\S+/g, 'rms_…'],
  [/(?=[\w+=-]*\d)[\w+=-]{40,}|\b[0-9a-f]{32,}\b/gi, '…'],
];

/** A text without what may be a secret by its form or its position. */
export const withoutSecrets = (text: string): string =>
  MASKS.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text);

/**
 * The parts of an error that a log may have, chosen one by one: drivers hang the statement, its parameters and whole rows
 * on their errors, and other libraries the request.
 */
export function loggedError(error: unknown, depth = DEPTH): LoggedError {
  if (!isError(error)) {
    return { type: typeof error, message: typeof error === 'string' ? withoutSecrets(error) : '' };
  }
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  const type = error.constructor.name;
  const message = withoutSecrets(error.message);
  const cause = causeOf(error);
  return {
    type,
    message,
    stack: `${type}: ${message}${framesOf(error)}`,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(cause !== undefined && depth > 1 && { cause: loggedError(cause, depth - 1) }),
  };
}

/** Also those of native code, which has errors of its own. */
const isError = (thrown: unknown): thrown is Error =>
  typeof thrown === 'object' &&
  thrown !== null &&
  ['message', 'stack'].every((name) => typeof (thrown as Readonly<Record<string, unknown>>)[name] === 'string');

/** Where a connection to several addresses failed, the first of them stands for all. */
const causeOf = (error: Error): unknown =>
  error.cause ?? ('errors' in error && Array.isArray(error.errors) ? error.errors[0] : undefined);

/** What follows the message, of any number of lines. */
const framesOf = ({ stack = '' }: Error): string => /(\n {4}at .*)+$/.exec(stack)?.[0] ?? '';
