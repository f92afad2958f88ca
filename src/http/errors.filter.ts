import { STATUS_CODES } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError, type ErrorKind, type Fault } from '../kernel/domain-error';
import type { ApiRequest } from './api-request';
import { JSON_TYPE } from './answer';
import { coded } from './content-coding';
import { discardBody } from './read-body';
import { traceContextOf } from './trace-context';

/** What a failure looks like from outside. */
interface Failure {
  readonly status: number;
  readonly message: string;
  readonly faults?: readonly Fault[];
}

const BAD_REQUEST = 'Bad Request';
const SERVER_ERROR = 'Internal Server Error';

/** What each kind is over HTTP; where there is no message, the error's own. */
const KINDS = {
  invalid: { status: 400, message: BAD_REQUEST },
  forbidden: { status: 403, message: 'Forbidden' },
  not_found: { status: 404 },
  conflict: { status: 409 },
  precondition_failed: { status: 412, message: 'Precondition Failed' },
  not_implemented: { status: 501 },
  unavailable: { status: 503, message: SERVER_ERROR },
  outcome_unknown: { status: 503 },
} satisfies Record<ErrorKind, Partial<Failure>>;

/** What is said of these, whoever throws them. */
const FIXED: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden', 429: 'Too Many Requests' };

/** Nobody mends more at once; a body of nothing but faults must not be answered with a longer one. */
const MAX_FAULTS = 1_000;

/** In seconds: what a caller should wait where only another try can tell, as while the database does not answer. */
const RETRY_AFTER = '1';

/** The text of every response that is a failure. */
export const failureText = (message: string, faults: readonly Fault[] = []): string =>
  JSON.stringify({
    success: false,
    data: null,
    message,
    ...(faults.length > 0 ? { errors: faults.slice(0, MAX_FAULTS) } : {}),
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
    if (status >= 500 && status !== 501) this.logger.error({ ...callOf(request), err: error }, 'A request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (isPassing(status) && !response.hasHeader('Retry-After')) response.setHeader('Retry-After', RETRY_AFTER);
    for (const name of ['ETag', 'Link', 'Content-Encoding']) response.removeHeader(name);
    response.status(status).setHeader('Content-Type', JSON_TYPE);
    const send = async (): Promise<void> => {
      const body = await coded(response, failureText(message, faults));
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (isSendingBody(request) && closeAfter(request, response)) void discardBody(request).then(send);
    else void send();
  }
}

/** Another try may succeed without any change of the request. */
const isPassing = (status: number): boolean => status === 429 || status === 503;

/** By what the line of a failure is found together with those of the request, and of the trace that it is part of. */
const callOf = ({ requestId, headers }: ApiRequest): object => ({ requestId, ...traceContextOf(headers.traceparent) });

function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) return { message: error.message, faults: error.faults, ...KINDS[error.kind] };
  if (!(error instanceof HttpException)) {
    return isFaultOfRequest(error) ? { status: 400, message: BAD_REQUEST } : { status: 500, message: SERVER_ERROR };
  }
  const status = error.getStatus();
  return { status, message: status >= 500 ? SERVER_ERROR : (FIXED[status] ?? messageOf(error)) };
}

/** Nest's own pipes have a list of messages in place of one; who gives an object without any means the status alone. */
function messageOf(error: HttpException): string {
  const response = error.getResponse();
  const message = typeof response === 'string' ? response : 'message' in response ? response.message : undefined;
  if (Array.isArray(message)) return message.join('; ');
  return typeof message === 'string' ? message : (STATUS_CODES[error.getStatus()] ?? BAD_REQUEST);
}

/** Express marks the faults of a request so. */
const isFaultOfRequest = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 400 && 'expose' in error && error.expose === true;

const isSendingBody = ({ complete, headers }: ApiRequest): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** The connection cannot serve another request. Tells whether its client may be sending while it waits for the answer. */
function closeAfter(request: ApiRequest, response: Response): boolean {
  response.setHeader('Connection', 'close');
  response.once('finish', () => request.destroy());
  return request.headers.expect === undefined;
}
