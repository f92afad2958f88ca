import type { Page, PageRequest } from '../../kernel/page';
import type { Attempt, DeliveryHistory, DeliveryState, NewDelivery, WholeDelivery } from './delivery';

/** What narrows a list of deliveries; all conditions hold together. */
export interface DeliveryFilter {
  readonly notificationId: string;
  readonly state?: DeliveryState | undefined;
  /** Of what is about relayers, nothing but what is about these. */
  readonly relayers?: ReadonlySet<string> | undefined;
}

/** Stores what was and is to be delivered. Writing needs a transaction. */
export abstract class DeliveryRepository {
  /** Oldest first. */
  abstract page(request: PageRequest, filter: DeliveryFilter): Promise<Page<DeliveryHistory>>;

  abstract find(id: string): Promise<WholeDelivery | undefined>;

  /** Adds a delivery that was made without waiting in a queue. */
  abstract add(delivery: NewDelivery, attempt: Attempt): Promise<WholeDelivery>;

  /** Makes it wait for another attempt, as if none had been made. */
  abstract redeliver(sequence: number, now: number): Promise<void>;
}
