import type { Page, PageRequest } from '../../kernel/page';
import type { Locked, ManyOf, Stored } from '../../kernel/record';
import type { DeliveryState, Notification, NotificationDocument } from './notification';
import type { SigningKey } from './signing-key';

/** What is needed to deliver to a notification. */
export interface Deliverable {
  readonly notification: Notification;
  /** The keys that it had and that still co-sign, the youngest first. */
  readonly retiredKeys: readonly SigningKey[];
}

/** Stores the notifications. Writing and locking need a transaction; reading alone opens no signing key. */
export abstract class NotificationRepository {
  abstract readonly many: ManyOf<Notification>;

  abstract find(id: string): Promise<Stored<NotificationDocument> | undefined>;

  /** Oldest first. */
  abstract page(request: PageRequest): Promise<Page<Stored<NotificationDocument>>>;

  /** The notification, which no one else changes before the transaction ends. */
  abstract lock(id: string): Promise<Locked<Notification> | undefined>;

  abstract add(notification: Notification): Promise<Stored<NotificationDocument>>;

  /** Stores the notification in place of the one that was locked, as the next version. */
  abstract replace(locked: Locked<Notification>, notification: Notification): Promise<Stored<NotificationDocument>>;

  /** Stores how deliveries go; that is no new version. */
  abstract noteDeliveryState(locked: Locked<Notification>, state: DeliveryState | undefined): Promise<void>;

  /** Removes its retired keys, too. */
  abstract remove(locked: Locked<Notification>): Promise<void>;

  /** Lets a key that the notification does not have any more co-sign until an instant. */
  abstract retireKey(id: string, key: SigningKey, until: Date): Promise<void>;

  /** Removes the retired keys that do not co-sign any more; all of them where no instant is given. */
  abstract forgetRetiredKeys(id: string, now?: Date): Promise<void>;

  /** What is needed to deliver to it: the notification, and the keys that it had and that still co-sign. */
  abstract deliverable(id: string, now: Date): Promise<Deliverable | undefined>;

  /** The ids of the notifications that subscribe to an event, in order of creation. */
  abstract subscribers(event: string): Promise<readonly string[]>;
}
