import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { CallContext } from '../kernel/call-context';
import { Clock } from '../kernel/clock';
import { Settings } from '../settings/settings';
import { Deliverer } from './deliverer';
import { type Backlog, DeliveryQueue, LEASE_MS, type RetryTime } from './domain/delivery-queue';
import { DeliverySignal } from './domain/delivery-signal';
import { RetrySchedule } from './domain/retry-schedule';
import { WebhookSender } from './domain/webhook-sender';
import { QueueRunner, type RunnerParts } from './queue-runner';
import { Slots } from './slots';

/** How often to look for what other processes left, and for retries. */
const LOOK_EVERY_MS = 1_000;
const RENEW_EVERY_MS = LEASE_MS / 4;
const COUNT_EVERY_MS = 10_000;
const DELETE_EVERY_MS = 60_000;
/** A queue whose receiver hangs is held until that shows; so many may do that without keeping others from being taken. */
const RUNNERS_A_SLOT = 16;
/** How long deliveries that are under way may take once the process is to end; the others are repeated by the next one. */
const END_WITHIN_MS = 3_000;

/**
 * Delivers what waits, in every process that serves. It takes the lease of one queue after the other, from the one that
 * it took last on, so that none waits for ever behind those that are always full.
 */
@Injectable()
export class DeliveryWorker implements BeforeApplicationShutdown {
  private readonly logger = new Logger('deliveries');
  private readonly holder = randomUUID();
  private readonly runners = new Map<string, QueueRunner>();
  private readonly running = new Set<Promise<void>>();
  private readonly parts: RunnerParts;
  private readonly mostRunners: number;
  private readonly longestDelay: number;
  private timers: readonly NodeJS.Timeout[] = [];
  private looking: Promise<void> | undefined;
  private looksAgain = false;
  private isStarted = false;
  private counted: Backlog = { waiting: 0, since: null, failing: 0 };
  private isDatabaseAway = false;
  private last = '';

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly clock: Clock,
    private readonly sender: WebhookSender,
    private readonly signal: DeliverySignal,
    private readonly calls: CallContext,
    private readonly settings: Settings,
    deliverer: Deliverer,
    slots: Slots,
  ) {
    const { concurrency, concurrencyPerNotification, retryDelaysMs } = settings.webhooks;
    this.longestDelay = new RetrySchedule(retryDelaysMs).longest;
    this.mostRunners = RUNNERS_A_SLOT * concurrency;
    const time = () => this.time();
    this.parts = { queue, deliverer, time, width: concurrencyPerNotification, slots };
  }

  /** How many deliveries are under way. */
  get inFlight(): number {
    return this.parts.slots.inUse;
  }

  /** How much waited, for all processes together, some seconds ago. */
  get backlog(): Backlog {
    return this.counted;
  }

  /** From now on, deliveries are made. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.signal.on('committed', (notificationId) => {
      this.runners.get(notificationId)?.wake();
      this.look();
    });
    const every = (ms: number, work: () => unknown): NodeJS.Timeout => setInterval(work, ms).unref();
    this.timers = [
      every(LOOK_EVERY_MS, () => {
        for (const runner of this.runners.values()) runner.wake();
        this.look();
      }),
      every(RENEW_EVERY_MS, () => this.attempt(() => this.renew())),
      every(COUNT_EVERY_MS, () => this.attempt(() => this.count())),
      every(DELETE_EVERY_MS, () => this.attempt(() => this.deleteExpired())),
    ];
    this.look();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStarted = false;
    for (const timer of this.timers) clearInterval(timer);
    for (const runner of this.runners.values()) runner.stop();
    await this.looking;
    await Promise.race([Promise.all(this.running), wait(END_WITHIN_MS, undefined, { ref: false })]);
    await this.sender.close();
    await Promise.all(this.running);
  }

  /** Takes the queues in which something is due. One look at a time; what is asked for meanwhile follows it. */
  look(): void {
    if (!this.isStarted) return;
    this.looksAgain = this.looking !== undefined;
    this.looking ??= this.attempt(() => this.takeQueues()).finally(() => {
      this.looking = undefined;
      if (this.looksAgain) this.look();
    });
  }

  /** Deletes what ended longer ago than the settings say. */
  async deleteExpired(): Promise<void> {
    const before = this.now() - this.settings.webhooks.retentionMs;
    while (this.isStarted && (await this.queue.deleteEnded(before)) > 0);
  }

  private async takeQueues(): Promise<void> {
    const due = await this.queue.due(this.time());
    const next = due.filter(({ notificationId }) => notificationId > this.last);
    const others = due.slice(0, due.length - next.length);
    for (const { notificationId, isFailing } of [...next, ...others]) {
      if (!this.isStarted || this.runners.size >= this.mostRunners) return;
      if (this.runners.has(notificationId) || (isFailing && this.isFullOfFailing)) continue;
      const lease = await this.queue.lease(notificationId, this.holder, this.now());
      this.last = notificationId;
      if (lease) this.run(new QueueRunner(notificationId, { ...lease }, this.parts));
    }
  }

  /** Queues of receivers that fail have half of the runners at most, as their deliveries have half of the slots. */
  private get isFullOfFailing(): boolean {
    return [...this.runners.values()].filter(({ isFailing }) => isFailing).length >= Math.floor(this.mostRunners / 2);
  }

  private run(runner: QueueRunner): void {
    if (!this.isStarted) runner.stop();
    this.runners.set(runner.notificationId, runner);
    // Where it fails the lease ends by itself: so a fault is not met again at once.
    const done = this.attempt(async () => {
      await runner.run().finally(() => this.runners.delete(runner.notificationId));
      await this.queue.release(runner.notificationId, this.holder);
    }).then(() => {
      this.running.delete(done);
      this.look();
    });
    this.running.add(done);
  }

  /** Whoever lost a lease, as a process does that was stopped for long, leaves the queue to its new holder. */
  private async renew(): Promise<void> {
    const running = [...this.runners];
    if (running.length === 0) return;
    const ids = running.map(([id]) => id);
    const leased = new Set(await this.queue.renew(ids, this.holder, this.now()));
    for (const [id, runner] of running) if (!leased.has(id)) runner.stop();
  }

  private async count(): Promise<void> {
    this.counted = await this.queue.backlog();
    const { backlog } = this.settings.webhooks;
    if (this.counted.waiting > backlog) await this.queue.cancelBeyond(backlog, this.now());
  }

  /**
   * On behalf of nobody who caused it, nor bound by their deadline. A database that is away for a while is no end: the
   * next look comes in a second.
   */
  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await this.calls.runDetached(work);
      this.isDatabaseAway = false;
    } catch (error) {
      if (!this.isDatabaseAway) this.logger.warn({ err: error }, 'Deliveries wait for the database');
      this.isDatabaseAway = true;
    }
  }

  private time(): RetryTime {
    const now = this.now();
    return { now, latest: now + this.longestDelay };
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
