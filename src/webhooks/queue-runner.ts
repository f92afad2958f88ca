import type { Deliverer, ReceiverHealth } from './deliverer';
import type { Delivery } from './domain/delivery';
import type { DeliveryQueue, RetryTime } from './domain/delivery-queue';
import type { Slots } from './slots';

/** How many deliveries are read at once. */
const PAGE = 25;
/** How many wait in memory at most: enough to find those of other records behind those of one that has to wait. */
const MAX_WAITING = 100;
/** After as many, the queue is handed on: others may have waited for long. */
const MAX_STARTED = 1_000;

/** What the runners of a process share. */
export interface RunnerParts {
  readonly queue: DeliveryQueue;
  readonly deliverer: Deliverer;
  readonly slots: Slots;
  readonly time: () => RetryTime;
  /** How many deliveries to one receiver are under way at once. */
  readonly width: number;
}

/**
 * Empties the queue of one notification, of which it has the lease. What is about one record is sent one by one in the
 * order of its changes, as long as it succeeds: what fails waits for its retry, and the next one goes on.
 */
export class QueueRunner {
  private waiting: readonly Delivery[] = [];
  /** The deliveries that are under way, with when each is over. */
  private readonly underWay = new Map<Delivery, Promise<void>>();
  private started = 0;
  private isStopped = false;
  private isWoken = false;
  private goOn: () => void = () => undefined;
  private failure: Error | undefined;

  constructor(
    readonly notificationId: string,
    private readonly health: ReceiverHealth,
    private readonly parts: RunnerParts,
  ) {}

  /** Whether the last attempt failed. */
  get isFailing(): boolean {
    return this.health.failingSince !== null;
  }

  /** Starts nothing more; what is under way ends, and a failure of it is not stored. */
  stop(): void {
    this.isStopped = true;
  }

  /** Has it look for what came in while something is under way. */
  wake(): void {
    this.isWoken = true;
    this.goOn();
  }

  /**
   * Resolves when nothing is due any more and nothing under way. A fault is thrown no earlier: what is under way needs
   * the lease, or it would be sent again meanwhile.
   * @throws DomainError `unavailable`
   */
  async run(): Promise<void> {
    for (;;) {
      this.isWoken = false;
      await this.refill().catch((error: unknown) => this.fail(error));
      while (this.hasRoom && this.startNext());
      if (this.underWay.size === 0) break;
      await this.change();
    }
    if (this.failure) throw this.failure;
  }

  private get isOver(): boolean {
    return this.isStopped || this.failure !== undefined;
  }

  /** A receiver that fails is asked for one thing at a time. */
  private get hasRoom(): boolean {
    const width = this.isFailing ? 1 : this.parts.width;
    return !this.isOver && this.started < MAX_STARTED && this.underWay.size < width;
  }

  /** Resolves when something that was under way has ended, and when it is woken or was woken meanwhile. */
  private async change(): Promise<void> {
    if (this.isWoken) return;
    const woken = new Promise<void>((go) => (this.goOn = go));
    await Promise.race([...this.underWay.values(), woken]);
  }

  private async refill(): Promise<void> {
    const { queue, time } = this.parts;
    while (this.hasRoom && this.next() === undefined && this.waiting.length + PAGE <= MAX_WAITING) {
      // Noted before the reading: what ends meanwhile may still be found waiting. And always read from the first on:
      // what is committed late may stand before what is known already.
      const known = new Set([...this.waiting, ...this.underWay.keys()].map(({ sequence }) => sequence));
      const limit = known.size + PAGE;
      const found = [
        ...(await queue.fresh(this.notificationId, limit)),
        ...(await queue.retries(this.notificationId, time(), limit)),
      ].filter(({ sequence }) => !known.has(sequence));
      if (found.length === 0) return;
      this.waiting = [...this.waiting, ...found];
    }
  }

  private startNext(): boolean {
    const delivery = this.next();
    if (!delivery) return false;
    this.started += 1;
    this.waiting = this.waiting.filter((other) => other !== delivery);
    const sent = this.send(delivery).finally(() => this.underWay.delete(delivery));
    this.underWay.set(delivery, sent);
    return true;
  }

  private next(): Delivery | undefined {
    const busy = new Set([...this.underWay.keys()].map(subjectOf));
    return this.waiting.find((delivery) => delivery.tries > 0 || !busy.has(subjectOf(delivery)));
  }

  private async send(delivery: Delivery): Promise<void> {
    const { slots, deliverer } = this.parts;
    const release = await slots.take(this.isFailing);
    try {
      if (!this.isOver) await deliverer.deliver(delivery, this.health, () => !this.isStopped);
    } catch (error) {
      this.fail(error);
    } finally {
      release();
    }
  }

  private fail(error: unknown): void {
    this.failure = error instanceof Error ? error : new Error(String(error));
  }
}

const subjectOf = ({ resource, resourceId }: Delivery): string => `${resource}/${resourceId}`;
