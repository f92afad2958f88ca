import type { NextFunction, Response } from 'express';
import type { ApiRequest } from './api-request';
import { routeTemplateOf } from './route-template';
import { traceContextOf } from './trace-context';

/** Told of every request. */
export interface RequestWatcher {
  began(): void;
  ended(method: string, route: string, status: number, seconds: number): void;
}

/** Writes a line; its fields are JSON already, `"status":200,"ms":0.4`. */
export type WriteLine = (fields: string) => void;

/** What nginx calls the status of a request whose sender did not wait for the answer. */
const GAVE_UP = 499;

/**
 * Writes a line per request once it was answered, and tells a watcher of it: no path, header, query or body of the
 * request, as those may hold secrets.
 */
export function accessLog(write?: WriteLine, watcher?: RequestWatcher) {
  return (request: ApiRequest, response: Response, next: NextFunction): void => {
    const start = performance.now();
    watcher?.began();
    response.on('close', () => {
      const ms = performance.now() - start;
      const route = routeTemplateOf(request);
      const status = response.writableFinished ? response.statusCode : GAVE_UP;
      watcher?.ended(request.method, route, status, ms / 1000);
      write?.(fieldsOf(request, route, status, ms));
    });
    next();
  };
}

/** The texts that are not escaped have no character that JSON escapes: Node and our own rules see to that. */
function fieldsOf({ requestId, method, principal, headers }: ApiRequest, route: string, status: number, ms: number) {
  const fields = `"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${Math.round(ms * 100) / 100}`;
  const token = principal === undefined ? '' : `,"token":${JSON.stringify(principal.name)}`;
  return fields + token + (headers.traceparent === undefined ? '' : traceFields(headers.traceparent));
}

function traceFields(header: string | string[]): string {
  const trace = traceContextOf(header);
  return trace ? `,"traceId":"${trace.traceId}","parentSpanId":"${trace.parentSpanId}"` : '';
}
