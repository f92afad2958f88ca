import type { ErrorRequestHandler, Express, RequestHandler, Response } from 'express';
import type { ApiRequest } from './api-request';

/** What Express keeps of middleware and of a route. */
interface Layer {
  readonly handle: RequestHandler | ErrorRequestHandler;
  /** Whether it is for every path. */
  readonly slash: boolean;
  readonly route?: {
    readonly path: unknown;
    readonly stack: readonly { readonly method?: string; readonly handle: RequestHandler }[];
  };
  match(path: string): boolean;
}

interface DirectRoute {
  readonly handler: RequestHandler;
  /** The name of the last part of the path, where that is a parameter. */
  readonly parameter: string | undefined;
  /** What a request says of the route that answers it. */
  readonly described: { readonly path: string };
}

/** A path without patterns; its last part may be a parameter. */
const SIMPLE = /^(\/[\w/-]*?)(?::(\w+))?$/;
const PARAMETER_SAMPLE = 'x';

/**
 * The routes of an application whose path is a fixed text, or ends with one parameter, found by a look into a table.
 * Express asks its routes one after another, each by a regular expression. What is not found here is left to Express,
 * and so is everything where middleware or another route would have its turn first.
 */
export class DirectRoutes {
  private readonly middleware: RequestHandler[] = [];
  private readonly routes = new Map<string, DirectRoute>();
  private readonly onError: ErrorRequestHandler | undefined;

  /** @param application with all of its routes */
  constructor(private readonly application: Express) {
    const layers = application.router.stack as unknown as readonly Layer[];
    const first = layers.findIndex(({ route }) => route);
    const before = layers.slice(0, first);
    this.onError = layers.find(({ handle }) => handle.length === 4)?.handle as ErrorRequestHandler | undefined;
    if (first < 0 || !this.onError || !before.every(({ slash, handle }) => slash && handle.length < 4)) return;
    this.middleware = before.map(({ handle }) => handle as RequestHandler);
    for (const [index, layer] of layers.entries()) if (layer.route) this.add(layer.route, layers.slice(first, index));
  }

  /** Does all that Express would do with the request. */
  serve(request: ApiRequest, response: Response): void {
    const route = this.find(request);
    if (!route) {
      this.application(request, response);
      return;
    }
    request.res = response;
    response.locals = Object.create(null) as Response['locals'];
    request.originalUrl = request.url;
    request.baseUrl = '';
    request.route = route.described;
    this.run(0, route.handler, request, response);
  }

  private add({ path, stack }: NonNullable<Layer['route']>, earlier: readonly Layer[]): void {
    const [, fixed, parameter] = (typeof path === 'string' ? SIMPLE.exec(path) : null) ?? [];
    const [{ method, handle } = {}, ...more] = stack;
    if (fixed === undefined || method === undefined || !handle || more.length > 0) return;
    const sample = parameter === undefined ? fixed : fixed + PARAMETER_SAMPLE;
    const hasTurnFirst = (layer: Layer): boolean =>
      layer.match(sample) && (layer.route?.stack.some((one) => [undefined, method].includes(one.method)) ?? true);
    if (earlier.some(hasTurnFirst)) return;
    const described = { path: path as string };
    this.routes.set(key(method.toUpperCase(), fixed), { handler: handle, parameter, described });
  }

  private find(request: ApiRequest): DirectRoute | undefined {
    const { method, url } = request;
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    if (path.includes('%')) return undefined;
    request.params = {};
    const route = this.routes.get(key(method, path));
    if (route && route.parameter === undefined) return route;
    const start = path.lastIndexOf('/') + 1;
    const parent = start < path.length ? this.routes.get(key(method, path.slice(0, start))) : undefined;
    if (parent?.parameter === undefined) return undefined;
    request.params = { [parent.parameter]: path.slice(start) };
    return parent;
  }

  private run(index: number, handler: RequestHandler, request: ApiRequest, response: Response): void {
    const current = this.middleware[index];
    if (!current) {
      void handler(request, response, () => void this.application(request, response));
      return;
    }
    void current(request, response, (error?: unknown) => {
      if (!error) this.run(index + 1, handler, request, response);
      else void this.onError?.(error, request, response, () => void this.application(request, response));
    });
  }
}

const key = (method: string, fixed: string): string => `${method} ${fixed}`;
