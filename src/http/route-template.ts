import type { ApiRequest } from './api-request';

/** What stands for every path that no route has: it could be anything, also something secret. */
export const UNKNOWN_ROUTE = 'unknown';

/** Of patterns that stand for many paths, and of what a log or a label would have to escape, nothing is told either. */
const templates = new Map<string, string>();

/** The route of a request as the API description writes it, `/api/v1/relayers/{relayer_id}`: never a path that was sent. */
export function routeTemplateOf(request: ApiRequest): string {
  const path = (request.route as { readonly path: unknown } | undefined)?.path;
  return typeof path === 'string' ? (templates.get(path) ?? describe(path)) : UNKNOWN_ROUTE;
}

function describe(path: string): string {
  const isPlain = /^[\w/:.-]+$/.test(path);
  const template = isPlain ? path.replace(/:(\w+)/g, '{$1}') : UNKNOWN_ROUTE;
  templates.set(path, template);
  return template;
}
