import type { Page, PageRequest } from '../../kernel/page';
import type { Kept, Published } from '../../kernel/record';
import type { Notification } from './notification';

/** Keeps the notifications. Writing and locking need a transaction. */
export abstract class NotificationRepository {
  abstract read(id: string): Promise<Published | undefined>;

  /** Oldest first. */
  abstract page(request: PageRequest): Promise<Page<Published>>;

  /** The notification, which no one else changes before the transaction ends. */
  abstract lock(id: string): Promise<Kept<Notification> | undefined>;

  abstract add(notification: Notification): Promise<Published>;

  /** Keeps the entity in place of the one that was locked, as the next version. */
  abstract replace(kept: Kept<Notification>): Promise<Published>;

  abstract remove(kept: Kept<Notification>): Promise<void>;
}
