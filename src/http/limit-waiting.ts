import type { NextFunction, Request, Response } from 'express';
import { Patience } from '../kernel/patience';

/** In milliseconds: below what callers are promised an answer within, as the answer has to be made, too. */
const PATIENCE_MS = 5_000;

/** Lets a request wait for the database that long, however many transactions and statements it consists of. */
export function limitWaiting(_request: Request, _response: Response, next: NextFunction): void {
  Patience.run(PATIENCE_MS, next);
}
