import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import { type Deliverable, NotificationRepository } from '../notifications/domain/notification.repository';
import { NotificationsService } from '../notifications/notifications.service';
import { Settings } from '../settings/settings';
import { type Attempt, type Delivery, type DeliveryState, succeeded, type WholeDelivery } from './domain/delivery';
import { type Consequence, DeliveryQueue } from './domain/delivery-queue';
import { RetrySchedule } from './domain/retry-schedule';
import { WebhookSender } from './domain/webhook-sender';

/** An attempt, and how long its receiver asked to be left alone. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly retryAfterMs?: number | undefined;
}

/** Whether a receiver fails; attempts that are under way at the same time share it. */
export interface ReceiverHealth {
  /** Since when all attempts have failed, in milliseconds since 1970; null where the last one did not. */
  failingSince: number | null;
}

const GONE = 410;
/** After as long without success, the notification is marked as failing. */
const FAILING_AFTER_MS = 5 * 24 * 3_600_000;

/** Makes attempts to deliver, and stores what comes of them. */
@Injectable()
export class Deliverer {
  /** What the attempts of this process came to; `cancelled` counts those that were not made. */
  readonly counts: Record<Exclude<DeliveryState, 'pending'>, number> = { delivered: 0, failed: 0, cancelled: 0 };
  private readonly logger = new Logger('deliveries');
  private readonly schedule: RetrySchedule;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly repository: NotificationRepository,
    private readonly notifications: NotificationsService,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.schedule = new RetrySchedule(settings.webhooks.retryDelaysMs);
  }

  /** Sends a body once, to the present URL of a notification, signed with its present keys. */
  async attempt(target: Deliverable, { id, body }: Pick<WholeDelivery, 'id' | 'body'>): Promise<Outcome> {
    const { url, signingKey } = target.notification;
    const at = this.now();
    const keys = signingKey ? [signingKey, ...target.retiredKeys] : [];
    const { status, latencyMs, failure, answer, retryAfterMs } = await this.sender.send({ id, url, body, keys });
    const attempt = { at, status: status ?? null, latencyMs: Math.round(latencyMs), failure: failure ?? null, answer };
    this.counts[succeeded(attempt) ? 'delivered' : 'failed'] += 1;
    return { attempt, retryAfterMs };
  }

  /**
   * Makes the next attempt at a delivery.
   * @param isWanted asked after a failure: one that the end of this process brought about is nobody's, and is not stored
   * @throws DomainError `unavailable`
   */
  async deliver(delivery: Delivery, health: ReceiverHealth, isWanted: () => boolean): Promise<void> {
    const target = await this.targetOf(delivery.notificationId);
    if (target === 'unreadable') return this.storeFailure(delivery, this.notMade(), health);
    if (target === undefined || target.notification.deliveryState === 'disabled') {
      this.counts.cancelled += 1;
      return this.queue.cancel(delivery.sequence, this.now());
    }
    const body = await this.queue.body(delivery.sequence);
    if (body === undefined) return;
    const outcome = await this.attempt(target, { id: delivery.id, body });
    if (succeeded(outcome.attempt)) await this.storeSuccess(delivery, outcome, health, target);
    else if (isWanted()) await this.storeFailure(delivery, outcome, health, target);
  }

  /** A notification that cannot be read, as where the key is missing that sealed it, must not hold up the others. */
  private async targetOf(id: string): Promise<Deliverable | 'unreadable' | undefined> {
    try {
      return await this.repository.deliverable(id, this.clock.now());
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'unavailable') throw error;
      this.logger.error({ err: error, notification: id }, 'A notification cannot be read');
      return 'unreadable';
    }
  }

  private notMade(): Outcome {
    const failure = 'the notification cannot be read';
    return { attempt: { at: this.now(), status: null, latencyMs: 0, failure, answer: '' } };
  }

  private async storeSuccess(
    delivery: Delivery,
    { attempt }: Outcome,
    health: ReceiverHealth,
    { notification }: Deliverable,
  ): Promise<void> {
    const isRecovery = health.failingSince !== null;
    health.failingSince = null;
    const end = { state: 'delivered', at: this.now() } as const;
    await this.queue.record(delivery, attempt, end, isRecovery ? null : undefined);
    if (isRecovery) this.logger.log({ notification: notification.id }, 'A webhook succeeds again');
    if (notification.deliveryState) {
      await this.notifications.noteDeliveryState(notification.id, undefined, notification);
    }
  }

  private async storeFailure(
    delivery: Delivery,
    outcome: Outcome,
    health: ReceiverHealth,
    target?: Deliverable,
  ): Promise<void> {
    const { at, status, failure } = outcome.attempt;
    const { notificationId: notification } = delivery;
    const isFirst = health.failingSince === null;
    const since = (health.failingSince ??= at);
    const consequence = this.consequenceOf(delivery, outcome);
    await this.queue.record(delivery, outcome.attempt, consequence, isFirst ? since : undefined);
    if (isFirst) this.logger.warn({ notification, delivery: delivery.id, failure }, 'A webhook fails');
    const state = status === GONE ? 'disabled' : at - since >= FAILING_AFTER_MS ? 'failing' : undefined;
    if (state) await this.notifications.noteDeliveryState(notification, state, target?.notification);
  }

  private consequenceOf({ tries }: Delivery, { attempt, retryAfterMs }: Outcome): Consequence {
    const delay = attempt.status === GONE ? undefined : this.schedule.delay(tries + 1, retryAfterMs);
    if (delay === undefined) return { state: 'failed', at: this.now() };
    return { state: 'pending', dueAt: this.now() + delay };
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
