import type { ExecutionContext } from '@nestjs/common';

/** A route, by the method that answers it and the controller. */
export type RouteContext = Pick<ExecutionContext, 'getHandler' | 'getClass'>;

/**
 * Remembers what was found out of a route: its metadata stays as it is while requests are served, and looking it up
 * costs more than what most guards do with it.
 */
export function perRoute<T>(find: (route: RouteContext) => T): (route: RouteContext) => T {
  const known = new WeakMap<object, WeakMap<object, { readonly found: T }>>();
  return (route) => {
    const controller = route.getClass();
    const handler = route.getHandler();
    let routes = known.get(controller);
    if (!routes) known.set(controller, (routes = new WeakMap()));
    let entry = routes.get(handler);
    if (!entry) routes.set(handler, (entry = { found: find(route) }));
    return entry.found;
  };
}
