import { Injectable } from '@nestjs/common';
import { ChangeLog } from '../kernel/change-log';
import { CallContext } from '../kernel/call-context';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import { isEntityId } from '../kernel/entity-id';
import type { Page, PageRequest } from '../kernel/page';
import { Transactions } from '../kernel/transactions';
import { notificationTestEvent } from '../notifications/domain/notification.events';
import { type Deliverable, NotificationRepository } from '../notifications/domain/notification.repository';
import { NotificationsService } from '../notifications/notifications.service';
import { isWithin, type RelayerScope } from '../relayers/domain/relayer-scope';
import { Deliverer } from './deliverer';
import {
  type Attempt,
  type DeliveryHistory,
  type DeliveryState,
  type NewDelivery,
  succeeded,
  type WholeDelivery,
} from './domain/delivery';
import { deliveryReplayed, notificationTested } from './domain/delivery.audit';
import { DeliveryRepository } from './domain/delivery.repository';
import { DeliverySignal } from './domain/delivery-signal';
import { Slots } from './slots';
import { deliveryOf } from './domain/webhook-body';

/** What can be done with deliveries. What is about relayers outside of a caller's scope does not exist for it. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly repository: NotificationRepository,
    private readonly notifications: NotificationsService,
    private readonly deliverer: Deliverer,
    private readonly slots: Slots,
    private readonly signal: DeliverySignal,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
    private readonly clock: Clock,
    private readonly calls: CallContext,
  ) {}

  /**
   * The deliveries for a notification, oldest first.
   * @throws DomainError `not_found`
   */
  async list(
    notificationId: string,
    request: PageRequest,
    state?: DeliveryState,
    scope?: RelayerScope,
  ): Promise<Page<DeliveryHistory>> {
    if (!(await this.repository.find(notificationId))) throw absentNotification();
    return this.deliveries.page(request, { notificationId, state, relayers: scope });
  }

  /** @throws DomainError `not_found` */
  async get(id: string, scope?: RelayerScope): Promise<WholeDelivery> {
    const delivery = isEntityId(id) ? await this.deliveries.find(id) : undefined;
    const isVisible = delivery && (delivery.resource !== 'relayer' || isWithin(scope, delivery.resourceId));
    if (!isVisible) throw DomainError.notFound(`Delivery with ID ${id} not found`);
    return delivery;
  }

  /**
   * Has anything delivered again, whatever became of it: with the same id, by which receivers recognise it, to the present
   * URL of the notification.
   * @throws DomainError `not_found`
   */
  replay(id: string, scope?: RelayerScope): Promise<WholeDelivery> {
    return this.transactions.run(async () => {
      const delivery = await this.get(id, scope);
      await this.deliveries.redeliver(delivery.sequence, this.clock.now().getTime());
      await this.changes.record({ entry: deliveryReplayed(delivery) });
      this.transactions.afterCommit(() => this.signal.emit('committed', delivery.notificationId));
      return this.get(id, scope);
    });
  }

  /**
   * Sends a test event once, and returns what came of it. A success ends that a notification is disabled or failing.
   * @throws DomainError `not_found`
   */
  async test(notificationId: string): Promise<WholeDelivery> {
    const now = this.clock.now();
    const target = isEntityId(notificationId) ? await this.repository.deliverable(notificationId, now) : undefined;
    if (!target) throw absentNotification();
    // A test says nothing of what is stored, and so has no version.
    const delivery = { ...deliveryOf(notificationTestEvent(target.notification), notificationId, now), version: null };
    const attempt = await this.attempt(target, delivery);
    const isDelivered = succeeded(attempt);
    const end = { state: isDelivered ? 'delivered' : 'failed', finishedAt: this.clock.now().getTime() } as const;
    const ended = await this.transactions.run(async () => {
      await this.changes.record({ entry: notificationTested(notificationId, isDelivered) });
      return this.deliveries.add({ ...delivery, ...end, tries: 1 }, attempt);
    });
    if (isDelivered && target.notification.deliveryState) {
      await this.notifications.noteDeliveryState(notificationId, undefined, target.notification);
    }
    return ended;
  }

  /** Tests wait for their turn with all that is delivered, those of receivers that fail with theirs. */
  private async attempt(target: Deliverable, delivery: NewDelivery): Promise<Attempt> {
    const release = await this.slots.take(target.notification.deliveryState !== undefined);
    try {
      // Whoever asked for it may have waited long, and may no longer.
      await this.calls.current?.confirm?.('reading');
      return (await this.deliverer.attempt(target, delivery)).attempt;
    } finally {
      release();
    }
  }
}

const absentNotification = (): DomainError => DomainError.notFound('Notification not found');
