import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Response } from 'express';
import type { ApiRequest } from './api-request';
import { answerConnectionFaults } from './connection-faults';
import { Connections } from './connections';
import { StreamedText } from './streamed-text';

/** In milliseconds: how long a client may take to send its headers, or a whole request. */
const HEADERS_TIMEOUT_MS = 8_000;
const REQUEST_TIMEOUT_MS = 12_000;
const CHECK_INTERVAL_MS = 500;
const KEEP_ALIVE_MS = 65_000;
/** In milliseconds: how long a client may read nothing of its answer, which waits in memory. */
const STALL_MS = 15_000;
/** In bytes: the request line and all header fields together. */
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 2_048;

/** The limits of every server of the service. */
export const SERVER_OPTIONS: ServerOptions = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: MAX_HEAD_BYTES,
  // Node's own refusal has no envelope: hosts are checked with the other rules of messages.
  requireHostHeader: false,
};

/** What stands before the application; it answers by itself, or calls `next`. */
export type RequestMiddleware = (request: ApiRequest, response: Response, next: () => void) => void;

/** Nest's Express adapter with our limits, and with a place for what answers before Express. */
export class HttpAdapter extends ExpressAdapter {
  connections!: Connections;
  private front: readonly RequestMiddleware[] = [];

  /** @param isBornExpress whether requests and responses have Express's prototypes from the start */
  constructor(private readonly isBornExpress = true) {
    // The router keeps what it was made with, and the adapter makes it at once: this cannot be set later.
    super(settled(express()));
  }

  /** Lets these see each request first, in this order. */
  useBeforeExpress(...front: readonly RequestMiddleware[]): void {
    this.front = front;
  }

  override initHttpServer(): void {
    const application: Express = this.getInstance();
    const server: Server = createServer({ ...SERVER_OPTIONS, ...(this.isBornExpress && bornExpress(application)) });
    this.connections = new Connections(server, (request, response) => {
      this.run(0, request as ApiRequest, response as Response, application);
    });
    answerConnectionFaults(server, this.connections);
    server.maxConnections = MAX_CONNECTIONS;
    // Node drops the fields over its count without a word, a `Host` among them: they are counted with the other rules.
    server.maxHeadersCount = 0;
    server.timeout = STALL_MS;
    this.httpServer = server;
  }

  /** Nest writes everything else; of bytes it would make JSON. */
  override reply(response: Response, body: unknown, status?: number): void {
    const isText = body instanceof StreamedText;
    if (!isText && !Buffer.isBuffer(body)) {
      super.reply(response, body, status);
      return;
    }
    if (status !== undefined) response.status(status);
    if (isText) body.sendTo(response);
    else response.send(body);
  }

  private run(index: number, request: ApiRequest, response: Response, application: Express): void {
    const current = this.front[index];
    if (!current) application(request, response);
    else current(request, response, () => this.run(index + 1, request, response, application));
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

/** Express gives each request and response its prototype, which costs most of its time where they have another one. */
const bornExpress = (application: Express): ServerOptions => ({
  IncomingMessage: bornAs(IncomingMessage, application.request),
  ServerResponse: bornAs(ServerResponse, application.response),
});

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
