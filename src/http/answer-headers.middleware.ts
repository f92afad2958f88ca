import type { NextFunction, Response } from 'express';
import type { ApiRequest } from './api-request';

/** What every answer says: it is what its type says, and nobody but its caller is to store it. */
export const ANSWER_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

const ENTRIES = Object.entries(ANSWER_HEADERS);

export function setAnswerHeaders(_request: ApiRequest, response: Response, next: NextFunction): void {
  for (const [name, value] of ENTRIES) response.setHeader(name, value);
  next();
}
