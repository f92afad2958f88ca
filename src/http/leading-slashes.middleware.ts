import type { NextFunction, Response } from 'express';
import type { ApiRequest } from './api-request';

const SEVERAL_SLASHES = /^\/{2,}(?=api\/)/;

/**
 * Takes several slashes before the path of the API for one: clients that join a base URL which ends with a slash, and a path that
 * begins with one, send two. Nobody else may see both: a cache or a log would take them for two paths.
 */
export function mergeLeadingSlashes(request: ApiRequest, _response: Response, next: NextFunction): void {
  request.url = request.url.replace(SEVERAL_SLASHES, '/');
  next();
}
