import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { REFUSAL, REFUSAL_HEADERS } from './refusal';
import type { SlicedSocket } from './sliced-socket';

/** In milliseconds: how long a client may go on sending after the last answer before its connection is closed. */
const LINGER_MS = 500;

/** Carries a request out. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A connection with its requests, in the order in which they came. One of them is in work at a time, as what is
 * answered to a client that reads nothing waits in memory. The slice that it came with may have more of them, four at most:
 * these are held, and nothing more is read until they were taken.
 */
export class Connection {
  /** When a request began or ended last, as `performance.now` tells. */
  since = performance.now();
  private readonly unanswered = new Set<ServerResponse>();
  private readonly held: (() => void)[] = [];
  private latest: ServerResponse | undefined;
  private latestTaken: ServerResponse | undefined;
  private isRefused = false;

  constructor(private readonly socket: SlicedSocket) {
    socket.once('close', () => this.end());
  }

  /** Whether the service has nothing to do before more of a request comes. */
  get isWaitingForClient(): boolean {
    return this.unanswered.size === 0 || this.latest?.req.complete === false;
  }

  receive(request: IncomingMessage, response: ServerResponse, handle: Handler): void {
    if (this.isRefused || this.socket.destroyed) return;
    this.since = performance.now();
    this.latest = response;
    this.unanswered.add(response);
    response.once('close', () => this.answered(response));
    const take = (): void => this.take(request, response, handle);
    if (this.unanswered.size === 1) {
      take();
      return;
    }
    this.held.push(take);
    this.pause();
  }

  /** Says of the last answer that is on its way that there will be no other one. */
  announceClose(): void {
    if (this.latest && !this.latest.headersSent) this.latest.setHeader('Connection', 'close');
  }

  /** Reads no further, and closes the connection with an answer of this status behind those to what came before. */
  refuse(status: number): void {
    if (this.isRefused) return;
    this.isRefused = true;
    const cutOff = this.latest?.req.complete === false ? this.latest : undefined;
    const before = cutOff ? [...this.unanswered].at(-2) : this.latest;
    if (cutOff && (cutOff.headersSent || !this.unanswered.has(cutOff))) this.after(cutOff, () => this.destroy());
    else this.after(before, () => this.close(status, cutOff?.req.method === 'HEAD'));
  }

  /** Leaves what still comes unread: it must not make a request whole that was refused. */
  pause(): void {
    this.socket.hold();
  }

  destroy(): void {
    this.held.length = 0;
    this.socket.destroy();
  }

  private take(request: IncomingMessage, response: ServerResponse, handle: Handler): void {
    // RFC 9112, 9.6: nothing is carried out that comes after an answer which says that it is the last one.
    const isOver = this.latestTaken?.getHeader('Connection') === 'close';
    if (isOver || (this.isRefused && !request.complete)) return;
    this.latestTaken = response;
    handle(request, response);
  }

  private answered(response: ServerResponse): void {
    this.since = performance.now();
    this.unanswered.delete(response);
    // Others get their turn between two requests, however quickly these are answered.
    if (this.held.length > 0) setImmediate(() => this.next());
  }

  private next(): void {
    const take = this.held.shift();
    if (!take) return;
    take();
    if (this.held.length === 0 && !this.isRefused) this.socket.release();
  }

  private after(response: ServerResponse | undefined, then: () => void): void {
    if (response && this.unanswered.has(response)) response.once('close', then);
    else then();
  }

  /** Answers, and gives the client a moment to read that and to close the connection itself. */
  private close(status: number, withoutBody: boolean): void {
    if (!this.socket.writable) {
      this.destroy();
      return;
    }
    const headers = Object.entries(REFUSAL_HEADERS).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`, ...headers];
    this.socket.end(`${head.join('\r\n')}\r\n\r\n${withoutBody ? '' : REFUSAL}`);
    const timer = setTimeout(() => this.destroy(), LINGER_MS);
    this.socket.once('close', () => clearTimeout(timer));
  }

  private end(): void {
    this.destroy();
    // Before Node.js 24, those that wait for the answer before theirs hear of the end from nobody else.
    process.nextTick(() => {
      for (const response of this.unanswered) response.destroy().emit('close');
    });
  }
}
