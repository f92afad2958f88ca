import type { NextFunction, Response } from 'express';
import type { Logger } from 'pino';
import type { ApiRequest } from './api-request';

/** Writes a line per request once it was answered: no header, no query and no body, as those may hold secrets. */
export function accessLog(log: Logger) {
  return (request: ApiRequest, response: Response, next: NextFunction): void => {
    const start = performance.now();
    response.once('close', () => {
      const line = {
        requestId: request.requestId,
        method: request.method,
        path: request.path,
        status: response.statusCode,
        ms: Math.round((performance.now() - start) * 100) / 100,
        token: request.principal?.name,
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      log.info(line, 'request');
    });
    next();
  };
}
