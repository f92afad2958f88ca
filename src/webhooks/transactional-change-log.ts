import { Injectable } from '@nestjs/common';
import { AuditSealer } from '../audit/audit-sealer';
import { AuditLog } from '../audit/domain/audit-log';
import { type Announcement, type Change, ChangeLog } from '../kernel/change-log';
import { Clock } from '../kernel/clock';
import { Transactions } from '../kernel/transactions';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { DeliveryQueue } from './domain/delivery-queue';
import { DeliverySignal } from './domain/delivery-signal';
import { deliveryOf } from './domain/webhook-body';

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

  override async record(...changes: readonly Change[]): Promise<void> {
    await this.log.append(...changes.map(({ entry }) => entry));
    this.transactions.afterCommit(this.sealer.wake);
    const announcements = changes.flatMap((change) => change.announcements ?? []);
    const subscribers = await this.subscribersOf(announcements);
    const deliveries = announcements.flatMap((announcement) => {
      const { notificationId, event } = announcement;
      const recipients = notificationId === undefined ? (subscribers.get(event) ?? []) : [notificationId];
      return recipients.map((recipient) => deliveryOf(announcement, recipient, this.clock.now()));
    });
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
