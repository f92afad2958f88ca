import type { Attempt, Delivery, DeliveryState, NewDelivery } from './delivery';

/** The right to work on the queue of a notification. */
export interface Lease {
  /** Since when all attempts have failed, in milliseconds since 1970; null where the last one succeeded. */
  readonly failingSince: number | null;
}

/** What an attempt leads to: an end, or another attempt. */
export type Consequence =
  | { readonly state: Exclude<DeliveryState, 'pending'>; readonly at: number }
  | { readonly state: 'pending'; readonly dueAt: number };

/** A queue in which something is due. */
export interface DueQueue {
  readonly notificationId: string;
  /** Whether the last attempt for the notification failed. */
  readonly isFailing: boolean;
}

/** How many deliveries wait, since when the first one does, and how many receivers they wait for that fail. */
export interface Backlog {
  readonly waiting: number;
  /** In milliseconds since 1970; null where none waits. */
  readonly since: number | null;
  /** Notifications for which something waits and the last attempt failed. */
  readonly failing: number;
}

/** When a retry is due, in milliseconds since 1970. */
export interface RetryTime {
  readonly now: number;
  /** The latest that any can be planned for now: one that is later was planned by a clock that was set back since, and is due. */
  readonly latest: number;
}

/** How long a lease lasts that is not renewed. */
export const LEASE_MS = 5_000;

/**
 * What waits to be delivered, a queue for each notification. Whoever works on a queue holds its lease, so that of several
 * processes only one does. Times are in milliseconds since 1970.
 */
export abstract class DeliveryQueue {
  /**
   * Adds deliveries in the caller's transaction.
   * @throws Error outside a transaction
   */
  abstract add(...deliveries: readonly NewDelivery[]): Promise<void>;

  /** Those in which something is due and that nobody works on, in the order of their notifications' ids. */
  abstract due(time: RetryTime): Promise<readonly DueQueue[]>;

  /** Takes the lease of a queue, unless somebody else holds it. */
  abstract lease(notificationId: string, holder: string, now: number): Promise<Lease | undefined>;

  /** Renews the leases that a holder has of some queues, and names these; its other leases end by themselves. */
  abstract renew(notificationIds: readonly string[], holder: string, now: number): Promise<readonly string[]>;

  abstract release(notificationId: string, holder: string): Promise<void>;

  /** The first of those to which no attempt was made yet; those about one record in the order of its changes. */
  abstract fresh(notificationId: string, limit: number): Promise<readonly Delivery[]>;

  /** The first retries that are due, in the order in which they became due. */
  abstract retries(notificationId: string, time: RetryTime, limit: number): Promise<readonly Delivery[]>;

  /** What is to be sent; undefined where the delivery has gone or is over. */
  abstract body(sequence: number): Promise<string | undefined>;

  /**
   * Stores an attempt and what it leads to. What is over meanwhile stays as it is, unless the attempt succeeded: the
   * receiver has it then, whatever was thought of it.
   * @param failingSince where that changes with it
   */
  abstract record(
    delivery: Pick<Delivery, 'sequence' | 'notificationId'>,
    attempt: Attempt,
    consequence: Consequence,
    failingSince?: number | null,
  ): Promise<void>;

  /** Ends a delivery without an attempt, unless it is over. */
  abstract cancel(sequence: number, now: number): Promise<void>;

  /** Ends without an attempt all that waits. */
  abstract cancelAll(now: number): Promise<void>;

  /** Ends without an attempt the oldest of what waits for one notification, where that is more than `most`. */
  abstract cancelBeyond(most: number, now: number): Promise<void>;

  /** Deletes some of what ended before a time; returns how many. */
  abstract deleteEnded(before: number): Promise<number>;

  /** Forgets queues of notifications that have gone, in which nothing waits; returns whether there were any. */
  abstract forgetGone(): Promise<boolean>;

  abstract backlog(): Promise<Backlog>;
}
