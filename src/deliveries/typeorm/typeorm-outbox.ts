import { Injectable } from '@nestjs/common';
import { type Announcement, Outbox } from '../../events/domain/outbox';
import { Clock } from '../../kernel/clock';
import { NotificationRepository } from '../../notifications/domain/notification.repository';
import { Database } from '../../persistence/database';
import { Bell } from '../domain/bell';
import { announced } from '../domain/message';
import { INSERT_DELIVERY, valuesOf } from './delivery.row';

/** Writes what a transaction announces before its commit, after the journal: their orders are the same. */
@Injectable()
export class TypeOrmOutbox extends Outbox {
  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationRepository,
    private readonly clock: Clock,
    private readonly bell: Bell,
  ) {
    super();
  }

  override announce(announcement: Announcement): void {
    this.database.beforeCommit(announcement, this.write);
  }

  private readonly write = async (announcements: readonly Announcement[]): Promise<void> => {
    const now = this.clock.now();
    const written = new Set<string>();
    for (const announcement of announcements) {
      const { notificationId, event } = announcement;
      const told = notificationId === undefined ? await this.notifications.subscribers(event) : [notificationId];
      for (const notification of told) {
        await this.database.send(INSERT_DELIVERY, valuesOf(announced(announcement, notification, now)));
        written.add(notification);
      }
    }
    for (const notification of written) this.database.afterCommit(() => this.bell.ring(notification));
  };
}
