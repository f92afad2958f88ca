import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Connections } from './connections';

/** In milliseconds: how long open connections get to send one more request and hear that it was the last. */
const GRACE_MS = 1_000;
/** In milliseconds: how long requests get to end, the grace included. */
const LIMIT_MS = 8_000;
const POLL_MS = 50;
/** In milliseconds: how long connections are taken that the system had accepted; the rest of a longer queue is lost. */
const ACCEPT_MS = 3_000;
/** A connection that waits is taken in each turn of the event loop; after these without one, none waits. */
const QUIET_TURNS = 4;
const QUIET_MS = 0.5;
/** In milliseconds: how long the last connection may take to come. */
const LAST_MS = 30;

/** What Node keeps of a listening socket; it has no public way to listen again. */
interface Listening {
  readonly _handle?: { readonly listen?: (backlog: number) => number } | null;
}

/**
 * Takes the connections that the system accepted and that wait for their turn: to their clients they are as good as
 * served. Meanwhile the system accepts no more of them, except one at a time, and those who come try again.
 */
async function acceptWaiting(server: Server): Promise<void> {
  (server as Listening)._handle?.listen?.(0);
  let taken = 0;
  const count = (): number => taken++;
  server.on('connection', count);
  const start = performance.now();
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() - start < ACCEPT_MS;) {
    const before = { taken, time: performance.now() };
    await turn();
    // Somebody may have come in the rest of a longer turn.
    quiet = taken === before.taken && performance.now() - before.time < QUIET_MS ? quiet + 1 : 0;
  }
  server.off('connection', count);
}

/**
 * Closes the listener when the next connection was taken, as then no other one waits: there is room for one only. Where
 * nobody comes for a while, nobody is to be expected. Between the look at the queue and the close, somebody may come whom
 * the close resets: nothing else may run there, no listener of the connection and no work that a timer comes after.
 */
function stopListening(server: Server): Promise<true> {
  return new Promise((resolve) => {
    let lastLook: NodeJS.Immediate | undefined;
    const close = (): void => {
      clearTimeout(timer);
      clearImmediate(lastLook);
      server.off('connection', close);
      TcpServer.prototype.close.call(server, () => {
        resolve(true);
      });
    };
    const timer = setTimeout(() => (lastLook = setImmediate(close)), LAST_MS);
    server.prependListener('connection', close);
  });
}

/**
 * Stops accepting connections and resolves when every request that had arrived was answered. Each answer tells its
 * client to close; closing idle connections at once would lose the requests that are on their way.
 */
export async function drain(server: Server, connections: Connections): Promise<void> {
  const start = performance.now();
  await acceptWaiting(server);
  const closed = stopListening(server);
  let told: number | undefined;
  while (performance.now() - start < LIMIT_MS) {
    if (await Promise.race([closed, wait(POLL_MS, false)])) return;
    if (server.listening) continue;
    // Only now do clients hear that they are to close their connections: they would come again at once, with new ones.
    if (told === undefined) connections.announceClose();
    told ??= performance.now();
    if (performance.now() - told < GRACE_MS) continue;
    // What arrived meanwhile is read first: a connection is not idle when a request waits in it.
    await turn();
    server.closeIdleConnections();
  }
  server.closeAllConnections();
}
