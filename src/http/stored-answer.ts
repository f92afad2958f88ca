import type { OutgoingHttpHeader } from 'node:http';
import { hash } from 'node:crypto';
import type { ApiRequest } from './api-request';
import type { PendingRequest } from './answer-loading';
import { isSound } from './request-smuggling.middleware';

/** In bytes: what is larger is not stored, and nobody waits for it. */
export const MAX_ANSWER_BYTES = 1024 * 1024;
/** In characters: a short text is written faster, in one with its head. */
const SHARED_FROM = 16 * 1024;
/** In bytes: what an entry takes beside its texts, generously. */
const OVERHEAD_BYTES = 512;
/** What a header that shapes answers may say, if anything; the database and the token decide the rest. */
const SHAPING = ['accept', 'accept-encoding', 'origin'] as const;
/** These belong to one request, and to one connection. */
const OF_ONE_REQUEST = /^(x-request-id|x-ratelimit-.*|connection)$/;

/** A whole answer of the application with status 200, for everybody who asks with the same key. */
export interface StoredAnswer {
  readonly body: string | Buffer;
  readonly headers: readonly (readonly [name: string, value: OutgoingHttpHeader])[];
  /** What the log and the metrics say of the route. */
  readonly route: unknown;
  /** Whom the token stands for. */
  readonly principal: NonNullable<ApiRequest['principal']>;
  readonly isRateLimited: boolean;
  /** In milliseconds since the epoch. */
  readonly storedAt: number;
  /** What it takes in memory, its key included. */
  readonly bytes: number;
}

/**
 * What answers are stored under: token digest, URL and the headers that shape answers. Undefined for what only the
 * application answers: changes, requests without a token, with a body, or that two readers could understand differently.
 */
export function keyOf(request: ApiRequest): string | undefined {
  const { method, headers, url } = request;
  const { authorization } = headers;
  if ((method !== 'GET' && method !== 'HEAD') || authorization === undefined) return undefined;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  if (request.httpVersion !== '1.1' || !isSound(request)) return undefined;
  let key = hash('sha256', authorization, 'base64');
  for (const name of SHAPING) key += `\n${normalised(headers[name])}`;
  return `${key}\n${url}`;
}

/**
 * What can be stored of the answer that the application is about to send.
 * @param whole the body
 */
export function storable(
  { key, request, response }: PendingRequest,
  whole: string | Buffer,
  now: Date,
): StoredAnswer | undefined {
  const { principal } = request;
  if (response.statusCode !== 200 || !principal || request.hasOwnLimit) return undefined;
  if (Buffer.byteLength(whole) > MAX_ANSWER_BYTES) return undefined;
  // A text is copied for each client that does not read it; the bytes of a buffer are there once.
  const body = typeof whole === 'string' && whole.length > SHARED_FROM ? Buffer.from(whole) : whole;
  const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
    value === undefined || OF_ONE_REQUEST.test(name) ? [] : [[asWritten(name), value] as const],
  );
  return {
    body,
    headers,
    route: request.route,
    principal,
    isRateLimited: request.rate !== undefined,
    storedAt: now.getTime(),
    bytes:
      bytesOf(key) +
      (typeof body === 'string' ? bytesOf(body) : body.length) +
      bytesOf(JSON.stringify(headers)) +
      OVERHEAD_BYTES,
  };
}

const normalised = (value = ''): string => value.replaceAll(' ', '').toLowerCase();

/** `content-type` as `Content-Type`: Node tells names in small letters only, and answers are the same byte for byte. */
const asWritten = (name: string): string =>
  name === 'etag' ? 'ETag' : name.replace(/(^|-)[a-z]/g, (first) => first.toUpperCase());

/** V8 has a byte for each character, and two for each where one of them is beyond Latin-1. */
const bytesOf = (text: string): number => (/[^\0-\xff]/.test(text) ? 2 : 1) * text.length;
