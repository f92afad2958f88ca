/** What a webhook is to be told. Nothing in it is secret. */
export interface Announcement {
  /** The notification that is told; without it, those that subscribe to the event. */
  readonly notificationId?: string;
  readonly event: string;
  readonly payloadType: string;
  /** What the payload has beside its type: the JSON texts of its members, by their names. */
  readonly members: Readonly<Record<string, string>>;
  /** The kind of what it is about: `relayer`, `notification`, … */
  readonly resource: string;
  readonly id: string;
  /** The version that it has now, or had when it was deleted. */
  readonly version: number;
}

/** Hands on to webhooks what happened. */
export abstract class Outbox {
  /**
   * Keeps the announcement with the caller's transaction, or not at all; what the transaction records in the journal has
   * to be recorded before.
   * @throws Error outside a transaction
   */
  abstract announce(announcement: Announcement): void;
}
