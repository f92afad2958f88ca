import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { Outbox } from '../events/domain/outbox';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import type { Page, PageRequest } from '../kernel/page';
import { checkUnchanged, type Kept, type Precondition, type Published } from '../kernel/record';
import { Transactions } from '../kernel/transactions';
import { UrlRules } from '../kernel/url-rules';
import { KeyOverlap } from './domain/key-overlap';
import type { DeliveryState, Notification } from './domain/notification';
import { tellUpdated } from './domain/notification.events';
import {
  deliveryStateNoted,
  notificationCreated,
  notificationDeleted,
  notificationUpdated,
} from './domain/notification.facts';
import { readNotification, readNotificationChanges, urlFaults } from './domain/notification.reader';
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
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly overlap: KeyOverlap,
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
    const changes = readNotificationChanges(body);
    return this.transactions.run(async () => {
      const kept = await this.locked(id, precondition);
      const faults = urlFaults(changes.url, this.urls);
      if (faults.length > 0) throw DomainError.invalid(faults);
      const notification = kept.entity.changed(changes);
      if (notification.equals(kept.entity)) return this.get(id);
      return this.replace(kept, notification);
    });
  }

  /** Keeps another notification in place of the one that was locked; a key that it replaces co-signs for a while. */
  replace(kept: Kept<Notification>, notification: Notification): Promise<Published> {
    return this.transactions.run(async () => {
      const entity = notification.succeeding(kept.entity);
      const replaced = await this.notifications.replace({ ...kept, entity });
      await this.settleKeys(kept.entity, entity);
      this.journal.record(notificationUpdated(kept, entity));
      this.outbox.announce(tellUpdated(kept, entity));
      return replaced;
    });
  }

  /** Keeps how deliveries go: what is wrong with them, or nothing. Where it is gone, there is nothing to do. */
  noteDeliveryState(id: string, state: DeliveryState | undefined): Promise<void> {
    return this.transactions.run(async () => {
      const kept = await this.notifications.lock(id);
      if (!kept || kept.entity.deliveryState === state) return;
      const entity = kept.entity.withDeliveryState(state);
      await this.notifications.replace({ ...kept, entity });
      this.journal.record(deliveryStateNoted(kept, entity));
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

  /** Whoever takes the key away wants nothing signed by it any more. */
  private async settleKeys(before: Notification, { id, signingKey }: Notification): Promise<void> {
    const now = this.clock.now();
    await this.notifications.forgetRetiredKeys(id, signingKey && now);
    if (!before.signingKey || !signingKey || before.signingKey.equals(signingKey)) return;
    const until = new Date(now.getTime() + this.overlap.milliseconds);
    await this.notifications.retireKey(id, before.signingKey, until);
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
