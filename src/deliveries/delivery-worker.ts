import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../kernel/clock';
import { Settings } from '../settings/settings';
import { DeliveryDesk } from './delivery-desk';
import { Bell } from './domain/bell';
import { type Backlog, DeliveryQueue, LEASE_MS } from './domain/delivery-queue';
import { WebhookSender } from './domain/webhook-sender';
import { QueueRunner, type RunnerParts } from './queue-runner';
import { Slots } from './slots';

/** How often to look for what other processes left, and for retries. */
const LOOK_EVERY_MS = 1_000;
const RENEW_EVERY_MS = LEASE_MS / 4;
const COUNT_EVERY_MS = 10_000;
const FORGET_EVERY_MS = 60_000;
/** A queue whose receiver hangs is held until that shows; so many may do that without keeping others from being taken. */
const RUNNERS_A_PLACE = 16;
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
  private readonly timers: NodeJS.Timeout[] = [];
  private looking: Promise<void> | undefined;
  private looksAgain = false;
  private isStarted = false;
  private counted: Backlog = { waiting: 0, since: null };
  private isWaiting = false;
  private last = '';

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly clock: Clock,
    private readonly sender: WebhookSender,
    private readonly bell: Bell,
    private readonly settings: Settings,
    desk: DeliveryDesk,
  ) {
    const { concurrency, concurrencyPerNotification } = settings.webhooks;
    this.mostRunners = RUNNERS_A_PLACE * concurrency;
    this.parts = { queue, desk, clock, width: concurrencyPerNotification, slots: new Slots(concurrency) };
  }

  /** How many deliveries are under way. */
  get inFlight(): number {
    return this.parts.slots.inUse;
  }

  /** How much waited, for all processes together, some seconds ago. */
  get backlog(): Backlog {
    return this.counted;
  }

  /** From now on, deliveries are made; nothing of that is on behalf of whoever causes it. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    const outside = AsyncLocalStorage.snapshot();
    this.bell.onRing((notificationId) => outside(() => this.answer(notificationId)));
    this.every(LOOK_EVERY_MS, () => {
      for (const runner of this.runners.values()) runner.wake();
      this.look();
    });
    this.every(RENEW_EVERY_MS, () => void this.attempted(() => this.renew()));
    this.every(COUNT_EVERY_MS, () => void this.attempted(() => this.count()));
    this.every(FORGET_EVERY_MS, () => void this.attempted(() => this.forget()));
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

  private answer(notificationId: string): void {
    this.runners.get(notificationId)?.wake();
    this.look();
  }

  private every(ms: number, work: () => void): void {
    this.timers.push(setInterval(work, ms).unref());
  }

  /** Takes the queues in which something is due. One look at a time; what is asked for meanwhile follows it. */
  look(): void {
    if (!this.isStarted) return;
    if (this.looking) {
      this.looksAgain = true;
      return;
    }
    this.looksAgain = false;
    this.looking = this.attempted(() => this.takeQueues()).finally(() => {
      this.looking = undefined;
      if (this.looksAgain) this.look();
    });
  }

  private async takeQueues(): Promise<void> {
    const due = await this.queue.due(this.clock.now().getTime());
    const next = Math.max(
      due.findIndex(({ notificationId }) => notificationId > this.last),
      0,
    );
    for (const { notificationId, isFailing } of [...due.slice(next), ...due.slice(0, next)]) {
      if (!this.isStarted || this.runners.size >= this.mostRunners) return;
      if (this.runners.has(notificationId) || (isFailing && this.isFullOfFailing)) continue;
      const lease = await this.queue.lease(notificationId, this.holder, this.clock.now().getTime());
      this.last = notificationId;
      if (lease) this.run(new QueueRunner(notificationId, { ...lease }, this.parts));
    }
  }

  /** Queues of receivers that fail have half of the places at most, as their deliveries have. */
  private get isFullOfFailing(): boolean {
    return [...this.runners.values()].filter(({ isFailing }) => isFailing).length >= Math.floor(this.mostRunners / 2);
  }

  private run(runner: QueueRunner): void {
    this.runners.set(runner.notificationId, runner);
    if (!this.isStarted) runner.stop();
    const done = this.attempted(async () => {
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
    const leased = new Set(await this.queue.renew(this.holder, this.clock.now().getTime()));
    for (const [id, runner] of running) if (!leased.has(id)) runner.stop();
  }

  private async count(): Promise<void> {
    this.counted = await this.queue.backlog();
    const { backlog } = this.settings.webhooks;
    if (this.counted.waiting > backlog) await this.queue.cancelBeyond(backlog, this.clock.now().getTime());
  }

  /** Removes what was over for longer than the settings keep it. */
  async forget(): Promise<void> {
    const before = this.clock.now().getTime() - this.settings.webhooks.retentionMs;
    while (this.isStarted && (await this.queue.forget(before)) > 0);
  }

  /** A database that is away for a while is no end: the next look comes in a second. */
  private async attempted(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.isWaiting = false;
    } catch (error) {
      if (!this.isWaiting) this.logger.warn({ err: error }, 'Deliveries wait for the database');
      this.isWaiting = true;
    }
  }
}
