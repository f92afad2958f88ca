import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connection, type Handler } from './connection';

/** Above so many, a new connection takes the room of the one that has waited longest for its client. */
const MAX_OPEN = 2_000;
/** How many requests are held, of all connections: each takes some kilobytes. */
const MAX_HELD = 8_192;

/** The open connections of a server. None of them takes what the others need. */
export class Connections {
  private readonly open = new Map<unknown, Connection>();
  private held = 0;
  private isHeldOff = false;
  private isClosing = false;

  /** @param handle is called with each request that is taken */
  constructor(server: Server, handle: Handler) {
    const receive = (request: IncomingMessage, response: ServerResponse): void =>
      this.receive(request, response, handle);
    server.on('connection', (socket: Socket) => this.add(socket));
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
    if (this.held > MAX_HELD) this.relieve();
  }

  /** From now on, each connection ends with the answer to what was asked last over it. */
  announceClose(): void {
    this.isClosing = true;
    for (const connection of this.open.values()) connection.announceClose();
  }

  private add(socket: Socket): void {
    if (this.open.size >= MAX_OPEN) this.closeLeast((one) => (one.isWaitingForClient ? one.since : Infinity));
    this.open.set(socket, new Connection(socket, (more) => (this.held += more)));
    socket.once('close', () => {
      this.open.delete(socket);
      if (this.isHeldOff) this.goOn();
    });
  }

  /**
   * Closes the connection that holds most. What it holds is free when the event loop has gone round to its end: until then
   * nothing is read from the others, of which many may have as much to be read in the same turn.
   */
  private relieve(): void {
    this.closeLeast(({ heldCount }) => -heldCount);
    if (this.isHeldOff) return;
    this.isHeldOff = true;
    for (const connection of this.open.values()) connection.holdOff();
  }

  private goOn(): void {
    this.isHeldOff = false;
    for (const connection of this.open.values()) connection.goOn();
  }

  /** Closes the connection for which a number is least, unless it is infinite for all. */
  private closeLeast(numberOf: (connection: Connection) => number): void {
    let [closed, least]: [Connection | undefined, number] = [undefined, Infinity];
    for (const connection of this.open.values()) {
      const number = numberOf(connection);
      if (number < least) [closed, least] = [connection, number];
    }
    closed?.destroy();
  }
}
