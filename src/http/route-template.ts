import type { ApiRequest } from './api-request';

/** What stands for every path that no route has: it could be anything, also something secret. */
const UNKNOWN_ROUTE = 'unknown';

/**
 * The route of a request as the API description writes it, `/api/v1/relayers/{relayer_id}`: never a path that was sent,
 * nor a pattern that stands for many paths, or that a log or a label would have to escape.
 */
export function routeTemplateOf(request: ApiRequest): string {
  const path = (request.route as { readonly path: unknown } | undefined)?.path;
  return typeof path === 'string' && /^[\w/:.-]+$/.test(path) ? path.replace(/:(\w+)/g, '{$1}') : UNKNOWN_ROUTE;
}
