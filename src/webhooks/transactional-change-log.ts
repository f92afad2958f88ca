import { Injectable } from '@nestjs/common';
import { AuditSealer } from '../audit/audit-sealer';
import { AuditLog, type PreparedEntry } from '../audit/domain/audit-log';
import { type Announcement, type Change, ChangeLog } from '../kernel/change-log';
import { Clock } from '../kernel/clock';
import type { Prepared } from '../kernel/prepared';
import { Transactions } from '../kernel/transactions';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import type { NewDelivery } from './domain/delivery';
import { DeliveryQueue } from './domain/delivery-queue';
import { DeliverySignal } from './domain/delivery-signal';
import { deliveryOf } from './domain/webhook-body';

/** What is written of some changes. */
interface Records {
  readonly entries: readonly PreparedEntry[];
  readonly deliveries: readonly NewDelivery[];
}

/** Writes the audit entry and the deliveries in the caller's transaction; after its commit, they are sealed and sent. */
@Injectable()
export class TransactionalChangeLog extends ChangeLog {
  constructor(
    private readonly transactions: Transactions,
    private readonly log: AuditLog,
    private readonly sealer: AuditSealer,
    private readonly notifications: NotificationRepository,
    private readonly queue: DeliveryQueue,
    private readonly signal: DeliverySignal,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async prepare(...changes: readonly Change[]): Promise<Records> {
    const entries = await this.log.prepare(changes.map(({ entry }) => entry));
    const announcements = changes.flatMap((change) => change.announcements ?? []);
    const subscribers = await this.subscribersOf(announcements);
    const deliveries = announcements.flatMap((announcement) => {
      const { notificationId, event } = announcement;
      const recipients = notificationId === undefined ? (subscribers.get(event) ?? []) : [notificationId];
      return recipients.map((recipient) => deliveryOf(announcement, recipient, this.clock.now()));
    });
    return { entries, deliveries };
  }

  override async write(prepared: Prepared): Promise<void> {
    const { entries, deliveries } = prepared as Records;
    await this.log.append(entries);
    this.transactions.afterCommit(this.sealer.wake);
    await this.queue.add(...deliveries);
    for (const recipient of new Set(deliveries.map(({ notificationId }) => notificationId)))
      this.transactions.afterCommit(() => this.signal.emit('committed', recipient));
  }

  private async subscribersOf(announcements: readonly Announcement[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const events = announcements.flatMap(({ notificationId, event }) => (notificationId === undefined ? [event] : []));
    const subscribers = new Map<string, readonly string[]>();
    for (const event of new Set(events)) subscribers.set(event, await this.notifications.subscribers(event));
    return subscribers;
  }
}
