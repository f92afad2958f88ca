import type { Clock } from '../kernel/clock';
import type { DeliveryDesk, Health } from './delivery-desk';
import type { Delivery } from './domain/delivery';
import type { DeliveryQueue, RetryPlace } from './domain/delivery-queue';
import type { Slots } from './slots';

/** How many deliveries are read at once. */
const PAGE = 25;
/** How many are held at most: enough to find those of other relayers behind those of one that has to wait. */
const MOST_HELD = 100;
/** After as many, the queue is handed on: what came to stand before the place that was reached is found then. */
const MOST_READ = 1_000;

/** What the runners of a process share. */
export interface RunnerParts {
  readonly queue: DeliveryQueue;
  readonly desk: DeliveryDesk;
  readonly slots: Slots;
  readonly clock: Clock;
  /** How many deliveries to one receiver are under way at once. */
  readonly width: number;
}

/**
 * Empties the queue of one notification, of which it has the lease. What is about one relayer is sent one by one in the
 * order in which it happened, as long as it succeeds: what fails waits for its retry, and the next one goes on.
 */
export class QueueRunner {
  private held: Delivery[] = [];
  private readonly busy = new Set<string>();
  private readonly sending = new Set<Promise<void>>();
  private freshAfter = 0;
  private retriesAfter: RetryPlace = { dueAt: 0, sequence: 0 };
  private read = 0;
  private isStopped = false;
  private isWoken = false;
  private goOn: () => void = () => undefined;
  private failure: Error | undefined;

  constructor(
    readonly notificationId: string,
    private readonly health: Health,
    private readonly parts: RunnerParts,
  ) {}

  /** Whether the last attempt failed. */
  get isFailing(): boolean {
    return this.health.failingSince !== null;
  }

  /** Starts nothing more; what is under way ends, and a failure of it is not kept. */
  stop(): void {
    this.isStopped = true;
  }

  /** Has it look for what came in while something is under way. */
  wake(): void {
    this.isWoken = true;
    this.goOn();
  }

  /**
   * Resolves when nothing is due any more and nothing under way.
   * @throws DomainError `unavailable`
   */
  async run(): Promise<void> {
    for (;;) {
      this.isWoken = false;
      await this.refill();
      this.start();
      if (this.sending.size === 0) break;
      await this.change();
    }
    if (this.failure) throw this.failure;
  }

  private get isOver(): boolean {
    return this.isStopped || this.failure !== undefined;
  }

  /** A receiver that fails is asked for one thing at a time. */
  private get width(): number {
    return this.isFailing ? 1 : this.parts.width;
  }

  /** Resolves when something that was under way has ended, and when it is woken or was woken meanwhile. */
  private async change(): Promise<void> {
    if (this.isWoken) return;
    const woken = new Promise<void>((go) => (this.goOn = go));
    await Promise.race([...this.sending, woken]);
  }

  private get hasRoom(): boolean {
    return !this.isOver && this.sending.size < this.width;
  }

  private async refill(): Promise<void> {
    while (this.hasRoom && this.read < MOST_READ && this.held.length < MOST_HELD && this.next() === undefined) {
      const { queue, clock } = this.parts;
      const fresh = await queue.fresh(this.notificationId, this.freshAfter, PAGE);
      const retries = await queue.retries(this.notificationId, this.retriesAfter, clock.now().getTime(), PAGE);
      this.freshAfter = fresh.at(-1)?.sequence ?? this.freshAfter;
      this.retriesAfter = retries.at(-1) ?? this.retriesAfter;
      this.held.push(...fresh, ...retries);
      this.read += fresh.length + retries.length;
      if (fresh.length + retries.length === 0) return;
    }
  }

  private start(): void {
    while (this.hasRoom) {
      const delivery = this.next();
      if (!delivery) return;
      this.held = this.held.filter((other) => other !== delivery);
      const sent = this.send(delivery).finally(() => this.sending.delete(sent));
      this.sending.add(sent);
    }
  }

  private next(): Delivery | undefined {
    return this.held.find((delivery) => delivery.tries > 0 || !this.busy.has(subjectOf(delivery)));
  }

  private async send(delivery: Delivery): Promise<void> {
    const { slots, desk } = this.parts;
    this.busy.add(subjectOf(delivery));
    const release = await slots.take(this.isFailing);
    try {
      if (this.isOver) return;
      await desk.deliver(delivery, this.health, () => !this.isStopped);
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    } finally {
      release();
      this.busy.delete(subjectOf(delivery));
    }
  }
}

const subjectOf = ({ resource, resourceId }: Delivery): string => `${resource}/${resourceId}`;
