import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { failureText } from './errors.filter';
import { JSON_TYPE } from './answer';

/** What Node's HTTP parser calls the faults that have a status of their own. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const REFUSAL = failureText('Bad Request');
const HEADERS = {
  'Content-Type': JSON_TYPE,
  'Content-Length': String(Buffer.byteLength(REFUSAL)),
  Connection: 'close',
};

/** The open connections of a server. */
const connections = new WeakMap<Server, Set<Duplex>>();
/** What was last asked over a connection. */
const latest = new WeakMap<Duplex, ServerResponse>();

/** Tells the clients who wait for an answer that it will be the last one over their connection. */
export function announceClose(server: Server): void {
  for (const socket of connections.get(server) ?? []) {
    const response = latest.get(socket);
    if (response && !response.headersSent) response.setHeader('Connection', 'close');
  }
}

/**
 * Answers in the envelope what never becomes a request: bytes that are not HTTP, headers too large or too slow, wishes
 * that are not granted. Where connections run out, those that are only kept alive make room.
 */
export function answerConnectionFaults(server: Server): void {
  const open = new Set<Duplex>();
  connections.set(server, open);
  server.on('connection', (socket: Duplex) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => latest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const status = STATUSES[error.code ?? ''] ?? 400;
    const response = latest.get(socket);
    if (error.code === 'ECONNRESET') socket.destroy();
    else if (!response || isOver(response)) close(socket, status);
    // The answer to what came before is not to be taken for this one's.
    else if (response.req.complete) response.once('close', () => close(socket, status));
    else if (response.writableFinished) socket.destroy();
    else if (response.headersSent) response.once('close', () => socket.destroy());
    else close(socket, status, response.req.method === 'HEAD');
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => close(socket, 400));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, response);
    response.writeHead(417, HEADERS).end(REFUSAL);
  });
  // Whoever reads the body tells the client to send it.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('drop', () => server.closeIdleConnections());
}

const isOver = (response: ServerResponse): boolean => response.writableFinished && response.req.complete;

function close(socket: Duplex, status: number, withoutBody = false): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const headers = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`, ...headers];
  socket.end(`${head.join('\r\n')}\r\n\r\n${withoutBody ? '' : REFUSAL}`);
}
