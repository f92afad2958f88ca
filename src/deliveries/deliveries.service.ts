import { Injectable } from '@nestjs/common';
import { Journal } from '../events/domain/journal';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import { isEntityId } from '../kernel/entity-id';
import type { Page, PageRequest } from '../kernel/page';
import { Transactions } from '../kernel/transactions';
import { NotificationRepository } from '../notifications/domain/notification.repository';
import { notificationTested } from '../notifications/domain/notification.events';
import { isWithin, type RelayerScope } from '../relayers/domain/relayer-scope';
import { DeliveryDesk } from './delivery-desk';
import { Bell } from './domain/bell';
import { type DeliveryHistory, type DeliveryState, succeeded } from './domain/delivery';
import { deliveryRepeated, notificationWasTested } from './domain/delivery.facts';
import { DeliveryRepository } from './domain/delivery.repository';
import { DeliveryStanding } from './domain/delivery-standing';
import { announced } from './domain/message';

/** What can be asked and done about deliveries. What is about relayers outside of a caller's scope is not there for it. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly notifications: NotificationRepository,
    private readonly desk: DeliveryDesk,
    private readonly standing: DeliveryStanding,
    private readonly bell: Bell,
    private readonly transactions: Transactions,
    private readonly journal: Journal,
    private readonly clock: Clock,
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
    if (!(await this.notifications.read(notificationId))) throw absentNotification();
    return this.deliveries.page(request, { notificationId, state, relayers: scope });
  }

  /** @throws DomainError `not_found` */
  async get(id: string, scope?: RelayerScope): Promise<DeliveryHistory> {
    const delivery = isEntityId(id) ? await this.deliveries.find(id) : undefined;
    const isThere = delivery && (delivery.resource !== 'relayer' || isWithin(scope, delivery.resourceId));
    if (!isThere) throw DomainError.notFound(`Delivery with ID ${id} not found`);
    return delivery;
  }

  /**
   * Delivers once more what was delivered, what failed for good and what waits: with the same id, so that receivers can
   * tell, to where the notification points now.
   * @throws DomainError `not_found`
   */
  async replay(id: string, scope?: RelayerScope): Promise<DeliveryHistory> {
    const replayed = await this.transactions.run(async () => {
      const delivery = await this.get(id, scope);
      await this.deliveries.repeat(delivery.sequence, this.clock.now().getTime());
      this.journal.record(deliveryRepeated(delivery));
      return this.get(id, scope);
    });
    this.bell.ring(replayed.notificationId);
    return replayed;
  }

  /**
   * Sends a test event once, and tells what came of it. A success ends that a notification is disabled or failing.
   * @throws DomainError `not_found`
   */
  async test(notificationId: string): Promise<DeliveryHistory> {
    const now = this.clock.now();
    const target = isEntityId(notificationId) ? await this.notifications.deliverable(notificationId, now) : undefined;
    if (!target) throw absentNotification();
    // A test says nothing of what is kept, and so has no version.
    const made = { ...announced(notificationTested(target.notification), notificationId, now), version: null };
    const { attempt } = await this.desk.attempt(target, made);
    const isDelivered = succeeded(attempt);
    const state = isDelivered ? 'delivered' : 'failed';
    const finishedAt = this.clock.now().getTime();
    const delivery = await this.transactions.run(async () => {
      this.journal.record(notificationWasTested(notificationId, isDelivered));
      return this.deliveries.add({ ...made, tries: 1, state, finishedAt }, attempt);
    });
    if (isDelivered && target.notification.deliveryState) {
      await this.standing.noteDeliveryState(notificationId, undefined);
    }
    return delivery;
  }
}

const absentNotification = (): DomainError => DomainError.notFound('Notification not found');
