import type { Prepared } from './prepared';

/** An audit entry as a use case writes it; who did it, when and in which request is added to it. Nothing in it is secret. */
export interface AuditEntry {
  /** The kind of what it happened to: `relayer`, `notification`, … */
  readonly resource: string;
  readonly id: string;
  /** The kind and what happened: `relayer.updated`. */
  readonly action: string;
  /** The version that it has now, or had when it was deleted. */
  readonly version?: number;
  /** For an update, the fields that changed, in their public names; secret ones too, whatever is masked. */
  readonly paths?: readonly string[];
  /** The JSON text of its public form before; absent where it did not exist. */
  readonly before?: string;
  /** The JSON text of its public form now; absent where it is gone. */
  readonly after?: string;
}

/** An event for webhooks. Nothing in it is secret. */
export interface Announcement {
  /** The notification that it is for; without it, all that subscribe to the event. */
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

/** What a use case leaves behind. */
export interface Change {
  readonly entry: AuditEntry;
  readonly announcements?: readonly Announcement[];
}

/** Where use cases leave what they did, for the audit log and for webhooks: both are written by webhooks/transactional-change-log.ts. */
export abstract class ChangeLog {
  /**
   * Commits with the caller's transaction, or not at all. To be called while the record is locked: then the entries and
   * the events of one record have the order of its commits.
   * @throws Error outside a transaction
   */
  async record(...changes: readonly Change[]): Promise<void> {
    await this.write(await this.prepare(...changes));
  }

  /** Makes changes ready to be recorded, of which an event is for whoever subscribes to it now; this takes no transaction. */
  abstract prepare(...changes: readonly Change[]): Promise<Prepared>;

  /** Records what was prepared, as {@link record} does. */
  abstract write(prepared: Prepared): Promise<void>;
}
