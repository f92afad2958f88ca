import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request that a receiver took in full. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a receiver does with a request. */
export type Reaction = (response: ServerResponse, request: ReceivedRequest) => void;

/** A server of webhooks, real in everything. */
export interface WebhookReceiver {
  /** `http://HOST:PORT` */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** How many connections were opened so far. */
  readonly connections: number;
  /** How many of them are open. */
  open(): Promise<number>;
  /** What it does from now on. */
  react(reaction: Reaction): void;
  /** Ends every connection, too. */
  close(): Promise<void>;
}

/** Ways in which receivers behave, and misbehave. */
export const reactions = {
  answer:
    (status: number, headers: Readonly<Record<string, string>> = {}, body: string | Buffer = 'ok'): Reaction =>
    (response) =>
      response.writeHead(status, headers).end(body),

  redirect: (location: string, status = 302): Reaction => reactions.answer(status, { location }, ''),

  /** Never says anything. */
  hang: (): Reaction => () => undefined,

  /** Says that all is well, and then a byte at a time for as long as somebody listens. */
  drip: (): Reaction => (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 5);
    response.once('close', () => clearInterval(timer));
  },

  /** Sends the same bytes without end, as fast as they are read. */
  flood:
    (chunk: Buffer = Buffer.alloc(64 * 1024, 'x')): Reaction =>
    (response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', pour);
      pour();
    },

  /** Ends the connection with a reset. */
  reset: (): Reaction => (response) => response.socket?.resetAndDestroy(),

  /** Ends the connection in the middle of an answer. */
  breakOff: (): Reaction => (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half of', () => response.destroy());
  },

  /** Says what is no HTTP. */
  babble: (): Reaction => (response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
};

/** Starts a receiver, on a free port of 127.0.0.1 unless told otherwise; with a key and its certificate it speaks TLS. */
export async function startWebhookReceiver(
  options: {
    readonly host?: string;
    readonly port?: number;
    readonly tls?: { readonly key: string; readonly cert: string };
    readonly reaction?: Reaction;
  } = {},
): Promise<WebhookReceiver> {
  const { host = '127.0.0.1', port = 0, tls, reaction = reactions.answer(200) } = options;
  const requests: ReceivedRequest[] = [];
  let react = reaction;
  let connections = 0;

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: Buffer.concat(chunks).toString() };
    requests.push(received);
    react(response, received);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    // Who sends half a request and leaves is not received.
    receive(request, response).catch(() => response.destroy());
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on('connection', () => (connections += 1));
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;

  return {
    url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    requests,
    get connections() {
      return connections;
    },
    open: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    react: (next) => {
      react = next;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
