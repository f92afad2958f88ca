import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError, type ErrorKind, type Fault } from '../kernel/domain-error';
import type { ApiRequest } from './api-request';
import { JSON_TYPE } from './answer';
import { discardBody } from './read-body';
import { traceContextOf } from './trace-context';

/** What a failure looks like from outside. */
interface Failure {
  readonly status: number;
  readonly message: string;
  readonly faults?: readonly Fault[];
}

const KINDS = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  unavailable: 503,
} satisfies Record<ErrorKind, number>;

/** The sentences of the specification; a status that is not among them is the client's fault or ours. */
const MESSAGES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
};
/** Nobody mends more at once; a body of nothing but faults must not be answered with a longer one. */
const MOST_FAULTS = 1_000;
/** What a caller is told instead of the error's own message. */
const SENTENCES: Partial<Record<ErrorKind, string>> = {
  forbidden: 'Forbidden',
  precondition_failed: 'Precondition Failed',
};
const BAD_REQUEST = 'Bad Request';
const SERVER_ERROR = 'Internal Server Error';

/** In seconds: what a caller should wait while the database does not answer. */
const RETRY_AFTER = '1';

/** The text of every response that is a failure. */
export const failureText = (message: string, faults: readonly Fault[] = []): string =>
  JSON.stringify({
    success: false,
    data: null,
    message,
    ...(faults.length > 0 ? { errors: faults.slice(0, MOST_FAULTS) } : {}),
  });

/** Turns everything that is thrown into a failure of the specification; what the cause was stays in the log. */
@Catch()
@Injectable()
export class ErrorsFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ApiRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const { status, message, faults } = failureOf(error);
    if (status >= 500) this.logger.error({ ...callOf(request), err: error }, 'A request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (status === 503) response.setHeader('Retry-After', RETRY_AFTER);
    for (const name of ['ETag', 'Link']) response.removeHeader(name);
    response.status(status).setHeader('Content-Type', JSON_TYPE);
    const send = (): unknown => response.end(request.method === 'HEAD' ? undefined : failureText(message, faults));
    if (!isSendingBody(request)) send();
    else if (closeAfter(request, response)) void discardBody(request).then(send);
    else send();
  }
}

/** By what the line of a failure is found together with those of the request, and of the trace that it is part of. */
const callOf = ({ requestId, headers }: ApiRequest): object => ({ requestId, ...traceContextOf(headers.traceparent) });

function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) {
    const status = KINDS[error.kind];
    if (status === 400) return { status, message: BAD_REQUEST, faults: error.faults };
    if (status >= 500) return { status, message: SERVER_ERROR };
    return { status, message: SENTENCES[error.kind] ?? error.message };
  }
  const status = error instanceof HttpException ? error.getStatus() : statusOfParser(error);
  if (status >= 500) return { status: 500, message: SERVER_ERROR };
  return { status, message: MESSAGES[status] ?? BAD_REQUEST };
}

/** Express and its body parser mark the faults of a request with a status and `expose`. */
function statusOfParser(error: unknown): number {
  if (!(error instanceof Error) || !('status' in error) || !('expose' in error) || error.expose !== true) return 500;
  return error.status === 413 ? 413 : 400;
}

const isSendingBody = ({ complete, headers }: ApiRequest): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** The connection cannot serve another request. Tells whether its client may be sending while it waits for the answer. */
function closeAfter(request: ApiRequest, response: Response): boolean {
  response.setHeader('Connection', 'close');
  response.once('finish', () => request.destroy());
  return request.headers.expect === undefined;
}
