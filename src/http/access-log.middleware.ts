import type { NextFunction, Response } from 'express';
import type { Logger } from 'pino';
import type { ApiRequest } from './api-request';
import { routeTemplateOf } from './route-template';
import { traceContextOf } from './trace-context';

/** Implemented by `metrics/`, which imports `http/`: the other way round there would be a cycle. */
export interface RequestWatcher {
  began(): void;
  ended(method: string, route: string, status: number, seconds: number): void;
}

/** What nginx calls the status of a request whose sender did not wait for the answer. */
const GAVE_UP = 499;

/**
 * Writes a line per request once it was answered: no path, header, query or body of the request, as those may hold
 * secrets.
 */
export const accessLog =
  (log: Logger, watcher?: RequestWatcher) =>
  (request: ApiRequest, response: Response, next: NextFunction): void => {
    const start = performance.now();
    watcher?.began();
    response.on('close', () => {
      const ms = performance.now() - start;
      const { requestId, method, principal, headers } = request;
      const route = routeTemplateOf(request);
      const status = response.writableFinished ? response.statusCode : GAVE_UP;
      watcher?.ended(method, route, status, ms / 1000);
      // pino leaves out what is undefined.
      const fields = { requestId, method, route, status, ms: Math.round(ms * 100) / 100, token: principal?.name };
      log.info({ ...fields, ...traceContextOf(headers.traceparent) }, 'request');
    });
    next();
  };
