import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { DomainError, type Fault } from '../kernel/domain-error';
import type { Page, PageRequest } from '../kernel/page';
import { checkUnchanged, type Kept, type Precondition, type Published } from '../kernel/record';
import { Shape } from '../kernel/shape';
import { Transactions } from '../kernel/transactions';
import { UrlRules } from '../kernel/url-rules';
import type { Notification } from './domain/notification';
import { notificationCreated, notificationDeleted, notificationUpdated } from './domain/notification.facts';
import { NotificationChanges } from './domain/notification.fields';
import { readNotification, urlFaults } from './domain/notification.reader';
import { NotificationRepository } from './domain/notification.repository';
import { NotificationUsage } from './domain/notification-usage';

/** What can be done with notifications. Every change is all or nothing. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly usage: NotificationUsage,
    private readonly urls: UrlRules,
    private readonly transactions: Transactions,
    private readonly journal: Journal,
  ) {}

  /** Oldest first. */
  list(request: PageRequest): Promise<Page<Published>> {
    return this.notifications.page(request);
  }

  /** @throws DomainError `not_found` */
  async get(id: string): Promise<Published> {
    return (await this.notifications.read(id)) ?? absent();
  }

  /**
   * @param body what a caller sent, unread
   * @throws DomainError `invalid` with every fault, `conflict` where the id is taken
   */
  async create(body: unknown): Promise<Published> {
    return this.add(readNotification(body, this.urls));
  }

  /** @throws DomainError `conflict` where the id is taken */
  async add(notification: Notification): Promise<Published> {
    return this.transactions.run(async () => {
      if (await this.notifications.read(notification.id)) {
        throw DomainError.conflict(`Notification with ID ${notification.id} already exists`);
      }
      const added = await this.notifications.add(notification);
      this.journal.record(notificationCreated(notification));
      return added;
    });
  }

  /**
   * Changes what is given; absent and null keep. A change to what already is keeps the version.
   * @param body what a caller sent, unread
   * @throws DomainError `invalid` with every fault, `not_found`, `precondition_failed`
   */
  patch(id: string, body: unknown, precondition?: Precondition): Promise<Published> {
    const faults: Fault[] = [];
    const changes = Shape.of(NotificationChanges).read(body, '', faults);
    if (faults.length > 0) throw DomainError.invalid(faults);
    return this.transactions.run(async () => {
      const kept = await this.locked(id, precondition);
      faults.push(...urlFaults(changes.url, this.urls));
      if (faults.length > 0) throw DomainError.invalid(faults);
      const notification = kept.entity.changed(changes);
      if (notification.equals(kept.entity)) return this.get(id);
      return this.replace(kept, notification);
    });
  }

  /** Keeps another notification in place of the one that was locked. */
  replace(kept: Kept<Notification>, notification: Notification): Promise<Published> {
    return this.transactions.run(async () => {
      const replaced = await this.notifications.replace({ ...kept, entity: notification });
      this.journal.record(notificationUpdated(kept, notification));
      return replaced;
    });
  }

  /**
   * @param visible the relayers that there are for the caller, the only ones that are named to it; all without it
   * @throws DomainError `not_found`, `precondition_failed`, `conflict` while relayers refer to it
   */
  delete(id: string, precondition?: Precondition, visible?: ReadonlySet<string>): Promise<void> {
    return this.transactions.run(async () => {
      const kept = await this.locked(id, precondition);
      const relayers = await this.usage.relayersUsing(id);
      if (relayers.length > 0) {
        const named = relayers.filter((relayer) => visible?.has(relayer) ?? true);
        const names = named.length > 0 ? `: ${named.join(', ')}` : '';
        throw DomainError.conflict(`Notification ${id} is used by relayers${names}`);
      }
      await this.notifications.remove(kept);
      this.journal.record(notificationDeleted(kept));
    });
  }

  private async locked(id: string, precondition: Precondition | undefined): Promise<Kept<Notification>> {
    const kept = (await this.notifications.lock(id)) ?? absent();
    checkUnchanged(kept, precondition);
    return kept;
  }
}

function absent(): never {
  throw DomainError.notFound('Notification not found');
}
