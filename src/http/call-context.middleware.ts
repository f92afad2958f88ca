import type { NextFunction, Response } from 'express';
import type { CallContext } from '../kernel/call-context';
import { Deadline } from '../kernel/deadline';
import type { ApiRequest } from './api-request';

/** In milliseconds: below what callers are promised an answer within, as the answer has to be made, too. */
const MAX_WAITING_MS = 5_000;
/** Until its token is accepted. */
const NOBODY = { id: 'nobody', name: 'nobody' };

/** Runs each request as one call, however many transactions and statements it consists of. */
export const openCall =
  (calls: CallContext) =>
  ({ requestId }: ApiRequest, _response: Response, next: NextFunction): void =>
    calls.run({ actor: NOBODY, requestId, deadline: new Deadline(MAX_WAITING_MS) }, next);
