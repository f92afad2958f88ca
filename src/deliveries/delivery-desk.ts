import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import { type Deliverable, NotificationRepository } from '../notifications/domain/notification.repository';
import { Settings } from '../settings/settings';
import { type Attempt, type Delivery, type DeliveryState, succeeded } from './domain/delivery';
import { type Consequence, DeliveryQueue } from './domain/delivery-queue';
import { DeliveryStanding } from './domain/delivery-standing';
import { RetrySchedule } from './domain/retry-schedule';
import { WebhookSender } from './domain/webhook-sender';

/** An attempt, and how long its receiver asked to be left alone. */
export interface Made {
  readonly attempt: Attempt;
  readonly retryAfterMs?: number | undefined;
}

/** How the deliveries for a notification go; attempts that are under way at the same time share it. */
export interface Health {
  /** Since when all attempts have failed, in milliseconds since 1970; null where the last one did not. */
  failingSince: number | null;
}

const GONE = 410;
/** After as long a time without success, a notification is shown as failing. */
const FAILING_AFTER_MS = 5 * 24 * 3_600_000;

/** Makes attempts to deliver, and keeps what comes of them. */
@Injectable()
export class DeliveryDesk {
  /** How many attempts came to what since the start; `cancelled` counts those that were not made. */
  readonly counts: Record<Exclude<DeliveryState, 'pending'>, number> = { delivered: 0, failed: 0, cancelled: 0 };
  private readonly logger = new Logger('deliveries');
  private readonly schedule: RetrySchedule;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly notifications: NotificationRepository,
    private readonly standing: DeliveryStanding,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.schedule = new RetrySchedule(settings.webhooks.retryDelaysMs);
  }

  /** Sends a body once to where a notification points now, with the keys that it has now. */
  async attempt(
    { notification, retiredKeys }: Deliverable,
    { id, body }: Pick<Delivery, 'id' | 'body'>,
  ): Promise<Made> {
    const { url, signingKey } = notification;
    const at = this.clock.now().getTime();
    const keys = signingKey ? [signingKey, ...retiredKeys] : [];
    const {
      status = null,
      latencyMs,
      failure = null,
      answer,
      retryAfterMs,
    } = await this.sender.send({ id, url, body, keys });
    const attempt = { at, status, latencyMs: Math.round(latencyMs), failure, answer };
    this.counts[succeeded(attempt) ? 'delivered' : 'failed'] += 1;
    return { attempt, retryAfterMs };
  }

  /**
   * Makes the next attempt at a delivery that waits.
   * @param isWanted asked after a failure: one that the end of this process brought about is nobody's, and is forgotten
   * @throws DomainError `unavailable`
   */
  async deliver(delivery: Delivery, health: Health, isWanted: () => boolean): Promise<void> {
    const target = await this.targetOf(delivery.notificationId);
    if (target === undefined || (target !== 'unreadable' && target.notification.deliveryState === 'disabled')) {
      await this.queue.cancel(delivery.sequence, this.clock.now().getTime());
      this.counts.cancelled += 1;
      return;
    }
    if (target === 'unreadable') {
      await this.noteFailure(delivery, this.notMade(), health);
      return;
    }
    const made = await this.attempt(target, delivery);
    if (succeeded(made.attempt)) await this.noteSuccess(delivery, made, health, target);
    else if (isWanted()) await this.noteFailure(delivery, made, health);
  }

  /** A notification that cannot be read, as where the key is missing that sealed it, must not hold up the others. */
  private async targetOf(id: string): Promise<Deliverable | 'unreadable' | undefined> {
    try {
      return await this.notifications.deliverable(id, this.clock.now());
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'unavailable') throw error;
      this.logger.error({ err: error, notification: id }, 'A notification cannot be read');
      return 'unreadable';
    }
  }

  private notMade(): Made {
    const failure = 'the notification cannot be read';
    return { attempt: { at: this.clock.now().getTime(), status: null, latencyMs: 0, failure, answer: '' } };
  }

  private async noteSuccess(
    delivery: Delivery,
    { attempt }: Made,
    health: Health,
    { notification }: Deliverable,
  ): Promise<void> {
    const isRecovery = health.failingSince !== null;
    health.failingSince = null;
    const end = { state: 'delivered', at: this.clock.now().getTime() } as const;
    await this.queue.record(delivery, attempt, end, isRecovery ? null : undefined);
    if (isRecovery) this.logger.log({ notification: notification.id }, 'A webhook succeeds again');
    if (notification.deliveryState) await this.standing.noteDeliveryState(notification.id, undefined);
  }

  private async noteFailure(delivery: Delivery, made: Made, health: Health): Promise<void> {
    const { attempt } = made;
    const { notificationId: notification } = delivery;
    const isFirst = health.failingSince === null;
    const since = (health.failingSince ??= attempt.at);
    await this.queue.record(delivery, attempt, this.consequence(delivery, made), isFirst ? since : undefined);
    if (isFirst) this.logger.warn({ notification, delivery: delivery.id, failure: attempt.failure }, 'A webhook fails');
    if (attempt.status === GONE) await this.standing.noteDeliveryState(notification, 'disabled');
    else if (attempt.at - since >= FAILING_AFTER_MS) await this.standing.noteDeliveryState(notification, 'failing');
  }

  private consequence({ tries }: Delivery, { attempt, retryAfterMs }: Made): Consequence {
    const delay = attempt.status === GONE ? undefined : this.schedule.delay(tries + 1, retryAfterMs);
    const now = this.clock.now().getTime();
    return delay === undefined ? { state: 'failed', at: now } : { state: 'pending', dueAt: now + delay };
  }
}
