import type { Response } from 'express';
import type { ApiRequest } from './api-request';

/** In milliseconds: how long a request waits for what is loaded for others, before it goes on by itself. */
const MAX_WAIT_MS = 500;

/** A request on its way through the cache: it is answered there, or goes on to the application, once. */
export class PendingRequest {
  private readonly arrivedAt = performance.now();
  private isTaken = false;
  private stopWaiting = (): void => undefined;

  /** @param next hands it to the application */
  constructor(
    readonly key: string,
    readonly request: ApiRequest,
    readonly response: Response,
    readonly next: () => void,
  ) {}

  /** Whether somebody waits for the answer. The socket tells: a `close` that is past is not emitted again. */
  get isOpen(): boolean {
    return !this.isTaken && !this.request.socket.destroyed;
  }

  /** Waits as one of these until it is taken, its client goes away, or it has waited as long as it may. */
  waitIn(others: Set<PendingRequest>): void {
    this.stopWaiting();
    const onTimeout = (): void => this.goOn();
    const onClose = (): void => this.stopWaiting();
    const timer = setTimeout(onTimeout, Math.max(0, this.arrivedAt + MAX_WAIT_MS - performance.now()));
    this.stopWaiting = () => {
      clearTimeout(timer);
      this.response.off('close', onClose);
      others.delete(this);
    };
    others.add(this);
    this.response.once('close', onClose);
  }

  /** For whoever answers it from now on; false where somebody else does, or its client is gone. */
  take(): boolean {
    const { isOpen } = this;
    this.stopWaiting();
    this.isTaken = true;
    return isOpen;
  }

  goOn(): void {
    if (this.take()) this.next();
  }
}

/** One loading of an answer by the application, and who waits for it. */
export class Loading {
  /** Those that arrived before it began: they get its answer. */
  readonly passengers = new Set<PendingRequest>();
  /** Those that arrived since: it may have read before they came, so they are for the next loading. */
  readonly waiting = new Set<PendingRequest>();
  isOver = false;
  private readonly startedAt = performance.now();

  /**
   * @param before what the database showed before it began
   * @param leader the request that the application answers
   */
  constructor(
    readonly before: string | undefined,
    readonly leader: PendingRequest,
  ) {}

  get key(): string {
    return this.leader.key;
  }

  /** Whether it takes longer than anybody would wait for it. */
  get isSlow(): boolean {
    return performance.now() - this.startedAt > MAX_WAIT_MS;
  }
}
