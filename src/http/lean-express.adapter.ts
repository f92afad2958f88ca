import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { Answer, JSON_TYPE } from './answer';
import type { ApiRequest } from './api-request';
import { DirectRoutes } from './direct-routes';

/** In milliseconds: how long a client may take to send its headers, or a whole request. */
const HEADERS_TIMEOUT_MS = 8_000;
const REQUEST_TIMEOUT_MS = 12_000;
const CHECK_INTERVAL_MS = 1_000;
const KEEP_ALIVE_MS = 65_000;
/** In milliseconds: how long a client may read nothing of its answer, which waits in memory. */
const STALL_MS = 15_000;
/** In bytes: the request line and all header fields together. */
const MOST_HEAD_BYTES = 16 * 1024;
const MOST_CONNECTIONS = 2_048;

const OPTIONS: ServerOptions = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: MOST_HEAD_BYTES,
  // Node's own refusal has no envelope: hosts are checked with the other rules of messages.
  requireHostHeader: false,
};

/**
 * Nest's Express adapter, without the two things that cost Express most. The server makes requests and responses that
 * have Express's prototypes from the start, where Express gives them these one by one; and routes with simple paths are
 * found in a table, where Express asks one after another. What is not in the table goes to Express.
 */
export class LeanExpressAdapter extends ExpressAdapter {
  constructor() {
    // The router keeps what it was made with, and the adapter makes it at once: this cannot be set later.
    super(settled(express()));
  }

  override initHttpServer(): void {
    const application: Express = this.getInstance();
    const server: Server = createServer({
      ...OPTIONS,
      IncomingMessage: bornAs(IncomingMessage, application.request),
      ServerResponse: bornAs(ServerResponse, application.response),
    });
    // Requests come when all routes are there.
    server.once('listening', () => {
      const routes = new DirectRoutes(application);
      server.on('request', (request, response) => routes.serve(request as ApiRequest, response as Response));
    });
    server.maxConnections = MOST_CONNECTIONS;
    // Node drops the fields over its count without a word, a `Host` among them: they are counted with the other rules.
    server.maxHeadersCount = 0;
    server.timeout = STALL_MS;
    this.httpServer = server;
  }

  /**
   * Runs the routes that may change something within `around`, until their promises settle. To be told before there are
   * routes.
   */
  surroundChanges(around: (request: ApiRequest, handle: () => unknown) => unknown): void {
    const application: Express = this.getInstance();
    for (const method of ['post', 'put', 'patch', 'delete', 'all'] as const) {
      const register = application[method].bind(application) as (path: string, handler: RequestHandler) => Express;
      const surround = (path: string, handler: RequestHandler): Express =>
        register(path, (request, response, next) =>
          around(request as ApiRequest, () => handler(request, response, next)),
        );
      Object.assign(application, { [method]: surround });
    }
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (body instanceof Answer) {
      response.setHeader('Content-Type', JSON_TYPE);
      for (const name in body.headers) response.setHeader(name, body.headers[name] as string);
      return this.sendText(response, body.text, status);
    }
    if (typeof body !== 'string' || !response.hasHeader('Content-Type')) return super.reply(response, body, status);
    return this.sendText(response, body, status);
  }

  /** A text whose type is known is sent as it is, headers and body in one write; Express would look at it again. */
  protected sendText(response: Response, body: string, status?: number): unknown {
    if (status !== undefined) response.statusCode = status;
    const { req: request } = response;
    if (request.headers['if-none-match'] !== undefined && isKnown(request, response)) {
      response.statusCode = 304;
      response.removeHeader('Content-Type');
      return response.end();
    }
    if (request.method !== 'HEAD') return response.end(body);
    response.setHeader('Content-Length', Buffer.byteLength(body));
    return response.end();
  }
}

/** One URL per resource; every query parameter is read, however many come before it. */
function settled(application: Express): Express {
  application.enable('case sensitive routing');
  application.set('query parser', (text: string) => parse(text, undefined, undefined, { maxKeys: 0 }));
  application.disable('etag');
  application.disable('x-powered-by');
  return application;
}

/**
 * Whether the caller has what would be sent (RFC 9110, 13.1.2). Express would not tell those who forbid their caches to
 * answer, as every `fetch` with a condition of its own does.
 */
function isKnown({ method, headers }: Request, response: Response): boolean {
  const tag = response.getHeader('ETag');
  if (tag === undefined || response.statusCode !== 200 || (method !== 'GET' && method !== 'HEAD')) return false;
  const given = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return given.includes('*') || given.includes(String(tag));
}

/**
 * A class whose instances are built as `Type`, with `prototype` as their prototype. Node's classes are functions that
 * can be called on an object; built by `Reflect.construct` they would be slower than Express's own way.
 */
function bornAs<T extends typeof IncomingMessage | typeof ServerResponse>(type: T, prototype: object): T {
  const build = type as unknown as (this: object, first: unknown, second: unknown) => void;
  function Born(this: object, first: unknown, second: unknown): void {
    build.call(this, first, second);
  }
  Born.prototype = prototype;
  // V8 leaves room for as many properties as the constructors along this chain assign. Each one beyond that moves the
  // object to another layout, which took up to a fifth of the time of a page.
  Object.setPrototypeOf(Born, type);
  return Born as unknown as T;
}
