import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connection, type Handler } from './connection';
import { SlicedSocket } from './sliced-socket';

/** Above so many, a new connection takes the room of the one that has waited longest for its client. */
const MAX_OPEN = 2_000;

/** The open connections of a server. None of them takes what the others need. */
export class Connections {
  private readonly open = new Map<unknown, Connection>();
  private isClosing = false;

  /** @param handle is called with each request that is taken */
  constructor(server: Server, handle: Handler) {
    const receive = (request: IncomingMessage, response: ServerResponse): void =>
      this.receive(request, response, handle);
    // Node's listener takes any stream for a connection: it is the only one that a new server has.
    const [serve] = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket): void => {
      serve?.call(server, this.add(socket));
    });
    server.on('request', receive);
    // Whoever reads the body tells the client to send it.
    server.on('checkContinue', receive);
  }

  /** Undefined for one that is closed. */
  of(socket: unknown): Connection | undefined {
    return this.open.get(socket);
  }

  receive(request: IncomingMessage, response: ServerResponse, handle: Handler): void {
    if (this.isClosing) response.setHeader('Connection', 'close');
    this.open.get(request.socket)?.receive(request, response, handle);
  }

  /** From now on, each connection ends with the answer to what was asked last over it. */
  announceClose(): void {
    this.isClosing = true;
    for (const connection of this.open.values()) connection.announceClose();
  }

  private add(socket: Socket): SlicedSocket {
    if (this.open.size >= MAX_OPEN) this.closeLongestWaiting();
    const sliced = new SlicedSocket(socket);
    this.open.set(sliced, new Connection(sliced));
    sliced.once('close', () => this.open.delete(sliced));
    return sliced;
  }

  private closeLongestWaiting(): void {
    let longest: Connection | undefined;
    for (const connection of this.open.values()) {
      if (connection.isWaitingForClient && connection.since < (longest?.since ?? Infinity)) longest = connection;
    }
    longest?.destroy();
  }
}
