import { Injectable } from '@nestjs/common';
import { type Change, ChangeLog } from '../kernel/change-log';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import type { Page, PageRequest } from '../kernel/page';
import { checkUnchanged, type Locked, type Precondition, type RecordChange, type Stored } from '../kernel/record';
import { Transactions } from '../kernel/transactions';
import type { Validated } from '../kernel/validation';
import { UrlRules } from '../kernel/url-rules';
import { KeyOverlap } from './domain/key-overlap';
import type { DeliveryState, Notification, NotificationDocument } from './domain/notification';
import { notificationUpdatedEvent } from './domain/notification.events';
import { deliveryStateNoted, notificationAudit } from './domain/notification.audit';
import type { NotificationChanges, NotificationDraft } from './domain/notification.fields';
import { createNotification, urlFaults } from './domain/notification.rules';
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
    private readonly changes: ChangeLog,
    private readonly clock: Clock,
    private readonly overlap: KeyOverlap,
  ) {}

  /** Oldest first. */
  list(request: PageRequest): Promise<Page<Stored<NotificationDocument>>> {
    return this.notifications.page(request);
  }

  /** @throws DomainError `not_found` */
  async get(id: string): Promise<Stored<NotificationDocument>> {
    return (await this.notifications.find(id)) ?? absent();
  }

  /** @throws DomainError `invalid` with every fault, `conflict` where the id is taken */
  async create(draft: Validated<NotificationDraft>): Promise<Stored<NotificationDocument>> {
    return this.add(createNotification(draft, this.urls));
  }

  /** @throws DomainError `conflict` where the id is taken */
  async add(notification: Notification): Promise<Stored<NotificationDocument>> {
    return this.transactions.run(async () => {
      if (await this.notifications.find(notification.id)) {
        throw DomainError.conflict(`Notification with ID ${notification.id} already exists`);
      }
      const added = await this.notifications.add(notification);
      await this.changes.record(changeOf({ after: notification }));
      return added;
    });
  }

  /**
   * Changes what is given. A change to what already is keeps the version.
   * @param visible the relayers that there are for the caller; all without it
   * @throws DomainError `not_found`, `precondition_failed`, `invalid` where deliveries may not go to the URL, `forbidden`
   *   where relayers use it that there are not for the caller: it would get their events, or end them
   */
  patch(
    id: string,
    changes: NotificationChanges,
    precondition?: Precondition,
    visible?: ReadonlySet<string>,
  ): Promise<Stored<NotificationDocument>> {
    return this.transactions.run(async () => {
      const locked = await this.locked(id, precondition);
      await this.refuseWhereShared(id, visible);
      const faults = urlFaults(changes.url, this.urls);
      if (faults.length > 0) throw DomainError.invalid(faults);
      const notification = locked.entity.changed(changes);
      if (notification.equals(locked.entity)) return this.get(id);
      const replaced = await this.notifications.replace(locked, notification);
      await this.settleKeys(locked.entity, notification);
      await this.changes.record(changeOf({ before: locked, after: notification }));
      return replaced;
    }, `notification/${id}`);
  }

  /**
   * Carries out changes; needs a transaction.
   * @throws DomainError `conflict` where relayers refer to one that goes
   */
  async writeAll(changes: readonly RecordChange<Notification>[], first?: number): Promise<void> {
    for (const { before, after } of changes) if (before && !after) await this.checkUnused(before.entity.id);
    // What is found out about deliveries may have changed since the change was planned.
    const current = changes.map((change) => {
      const { before, after } = change;
      return before && after ? { before, after: after.succeeding(before.entity) } : change;
    });
    await this.notifications.many.write(current, first);
    for (const { before, after } of current) if (before && after) await this.settleKeys(before.entity, after);
    await this.changes.record(...current.map(changeOf));
  }

  /**
   * Stores how deliveries go: what is wrong with them, or nothing. Where it is gone, there is nothing to do.
   * @param attempted the notification as it was for the attempt that showed it, where it could be read: where deliveries
   *   are made in another way since, that says nothing about them
   */
  noteDeliveryState(id: string, state: DeliveryState | undefined, attempted?: Notification): Promise<void> {
    return this.transactions.run(async () => {
      const locked = await this.notifications.lock(id);
      if (!locked || locked.entity.deliveryState === state) return;
      if (attempted && !locked.entity.isDeliveredLike(attempted)) return;
      const entity = locked.entity.withDeliveryState(state);
      await this.notifications.noteDeliveryState(locked, state);
      await this.changes.record({ entry: deliveryStateNoted(locked, entity) });
    }, `notification/${id}`);
  }

  /**
   * @param visible the relayers that there are for the caller; all without it
   * @throws DomainError `not_found`, `precondition_failed`, `conflict` while relayers refer to it, `forbidden` where there
   *   are none of these for the caller
   */
  delete(id: string, precondition?: Precondition, visible?: ReadonlySet<string>): Promise<void> {
    return this.transactions.run(async () => {
      const locked = await this.locked(id, precondition);
      await this.checkUnused(id, visible);
      await this.refuseWhereShared(id, visible);
      await this.notifications.remove(locked);
      await this.changes.record(changeOf({ before: locked }));
    }, `notification/${id}`);
  }

  private async checkUnused(id: string, visible?: ReadonlySet<string>): Promise<void> {
    const relayers = await this.usage.relayersUsing(id, visible);
    if (relayers.length > 0)
      throw DomainError.conflict(`Notification ${id} is used by relayers: ${relayers.join(', ')}`);
  }

  private async refuseWhereShared(id: string, visible: ReadonlySet<string> | undefined): Promise<void> {
    if (!visible || !(await this.usage.isUsedBeyond(id, visible))) return;
    throw DomainError.forbidden(`Notification ${id} is in use`);
  }

  /** Whoever takes the key away wants nothing signed by it any more. */
  private async settleKeys(before: Notification, { id, signingKey }: Notification): Promise<void> {
    const now = this.clock.now();
    await this.notifications.forgetRetiredKeys(id, signingKey && now);
    if (!before.signingKey || !signingKey || before.signingKey.equals(signingKey)) return;
    const until = new Date(now.getTime() + this.overlap.milliseconds);
    await this.notifications.retireKey(id, before.signingKey, until);
  }

  private async locked(id: string, precondition: Precondition | undefined): Promise<Locked<Notification>> {
    const locked = (await this.notifications.lock(id)) ?? absent();
    checkUnchanged(locked, precondition);
    return locked;
  }
}

function changeOf(change: RecordChange<Notification>): Change {
  const { before, after } = change;
  const announcements = before && after ? [notificationUpdatedEvent(before, after)] : [];
  return { entry: notificationAudit.entryOf(change), announcements };
}

function absent(): never {
  throw DomainError.notFound('Notification not found');
}
