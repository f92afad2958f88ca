import { randomUUID } from 'node:crypto';
import type { NextFunction, Response } from 'express';
import type { ApiRequest } from './api-request';

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives every request an id, the caller's own where that is safe to repeat, and answers with it. */
export function identifyRequest(request: ApiRequest, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  request.requestId = typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  next();
}
