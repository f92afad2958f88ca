import { randomUUID } from 'node:crypto';
import type { NextFunction, Response } from 'express';
import type { ApiRequest } from './api-request';

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,128}$/;

/** The last three digits of ids: so many share what was drawn by chance, which costs more than all the rest of an id. */
const ENDINGS = Array.from({ length: 16 ** 3 }, (_, number) => number.toString(16).padStart(3, '0'));
let stem = '';
let next = ENDINGS.length;

/** Gives every request an id, the caller's own where that is safe to repeat, and answers with it. */
export function identifyRequest(request: ApiRequest, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  request.requestId = typeof given === 'string' && ACCEPTABLE.test(given) ? given : makeId();
  response.setHeader('X-Request-Id', request.requestId);
  next();
}

/** In the form of a UUID; those of one process are near each other. */
function makeId(): string {
  if (next === ENDINGS.length) {
    stem = randomUUID().slice(0, -3);
    next = 0;
  }
  return stem + (ENDINGS[next++] as string);
}
