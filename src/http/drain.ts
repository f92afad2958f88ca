import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** In milliseconds: how long open connections get to send one more request and hear that it was the last. */
const GRACE_MS = 1_000;
/** In milliseconds: how long requests get to end, the grace included. */
const LIMIT_MS = 8_000;
const POLL_MS = 50;

/**
 * Stops accepting connections and resolves when every request that had arrived was answered. Each answer tells its
 * client to close; closing idle connections at once would lose the requests that are on their way.
 */
export async function drain(server: Server): Promise<void> {
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('Connection', 'close');
  });
  const closed = new Promise<boolean>((resolve) => {
    TcpServer.prototype.close.call(server, () => {
      resolve(true);
    });
  });
  const start = Date.now();
  while (Date.now() - start < LIMIT_MS) {
    if (await Promise.race([closed, wait(POLL_MS, false)])) return;
    if (Date.now() - start > GRACE_MS) server.closeIdleConnections();
  }
  server.closeAllConnections();
}
