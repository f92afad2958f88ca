import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections';
import { REFUSAL, REFUSAL_HEADERS } from './refusal';

const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';

/** What Node's HTTP parser calls the faults that have a status of their own. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  [TOO_SLOW]: 408,
};

/**
 * Answers in the envelope what never becomes a request: bytes that are not HTTP, headers too large or too slow, CONNECT,
 * and what a header Expect asks for besides 100-continue.
 */
export function answerConnectionFaults(server: Server, connections: Connections): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.of(socket);
    if (!connection || code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    // Where it failed, the parser takes nothing more for a request: what still comes is thrown away, as a connection
    // that is closed with bytes unread is reset, and the reset can overtake the answer.
    if (code === TOO_SLOW) connection.pause();
    connection.refuse(STATUSES[code] ?? 400);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    connections.of(socket)?.refuse(400);
    socket.resume();
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    connections.receive(request, response, () => response.writeHead(417, REFUSAL_HEADERS).end(REFUSAL));
  });
}
