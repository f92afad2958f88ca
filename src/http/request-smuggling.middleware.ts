import { BadRequestException, HttpException } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import type { ApiRequest } from './api-request';

/** How many header fields a request may have. */
const MAX_HEADERS = 100;

/** Fields of which a proxy and this service could each believe another one. Node refuses those that say the length. */
const ONCE = new Set(['host', 'authorization', 'content-type']);
const LENGTHS = new Set([...ONCE].map((name) => name.length));

/**
 * Refuses what is HTTP, but what two readers could understand differently: other versions, no host or several, transfer
 * codings besides chunked, or in HTTP/1.0, which has none, escapes in the URL that are no UTF-8 text.
 */
export function refuseAmbiguousRequests(request: ApiRequest, response: Response, next: NextFunction): void {
  const error = faultOf(request);
  if (error) response.setHeader('Connection', 'close');
  next(error);
}

/** Whether every reader understands the same. */
export const isSound = (request: ApiRequest): boolean => faultOf(request) === undefined;

function faultOf({ httpVersion, headers, rawHeaders, url }: ApiRequest): HttpException | undefined {
  if (rawHeaders.length > 2 * MAX_HEADERS) return new HttpException('Bad Request', 431);
  const coding = headers['transfer-encoding']?.toLowerCase();
  const isClear =
    (httpVersion === '1.1'
      ? headers.host !== undefined && (coding ?? 'chunked') === 'chunked'
      : httpVersion === '1.0' && coding === undefined) &&
    !isRepeated(rawHeaders) &&
    isReadable(url);
  return isClear ? undefined : new BadRequestException();
}

/** Names and values take turns. */
function isRepeated(rawHeaders: readonly string[]): boolean {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!LENGTHS.has(name.length) || !ONCE.has(name.toLowerCase())) continue;
    if (seen.includes(name.toLowerCase())) return true;
    seen.push(name.toLowerCase());
  }
  return false;
}

function isReadable(url: string): boolean {
  if (url.includes('#')) return false;
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
