import type { Page, PageRequest } from '../../kernel/page';
import type { Attempt, Delivery, DeliveryHistory, DeliveryState } from './delivery';

/** What narrows a list of deliveries; all conditions hold together. */
export interface DeliveryFilter {
  readonly notificationId: string;
  readonly state?: DeliveryState | undefined;
  /** Of what is about relayers, nothing but what is about these. */
  readonly relayers?: ReadonlySet<string> | undefined;
}

/** Keeps what was and is to be delivered. Writing needs a transaction. */
export abstract class DeliveryRepository {
  /** Oldest first. */
  abstract page(request: PageRequest, filter: DeliveryFilter): Promise<Page<DeliveryHistory>>;

  abstract find(id: string): Promise<DeliveryHistory | undefined>;

  /** Keeps a delivery that was made without waiting in a queue. */
  abstract add(delivery: Omit<Delivery, 'sequence'>, attempt: Attempt): Promise<DeliveryHistory>;

  /** Makes it wait for another attempt, as if none had been made. */
  abstract repeat(sequence: number, now: number): Promise<void>;
}
