import type { AuditEntry } from '../../kernel/change-log';
import type { Page, PageRequest } from '../../kernel/page';
import type { CommittedEntry, Cut, Head, PendingEntry, SealedEntry } from './audit-chain';
import type { AuditKey } from './audit-key';

/** What narrows a list of entries; all conditions hold together. */
export interface EntryFilter {
  readonly resource?: string | undefined;
  readonly id?: string | undefined;
  /** The id of an actor. */
  readonly actor?: string | undefined;
  /** Nothing but what happened to these relayers. */
  readonly relayers?: ReadonlySet<string> | undefined;
  /** In milliseconds since 1970, this one included. */
  readonly from?: number | undefined;
  /** In milliseconds since 1970, this one included. */
  readonly to?: number | undefined;
}

/** An entry that is ready to be appended; the code is left to that where the log has no key yet. */
export type PreparedEntry = CommittedEntry & Partial<Pick<PendingEntry, 'code'>>;

/** The ends of the chain, as they are stored apart from the entries. */
export interface StoredHead extends Head {
  readonly cut?: Cut;
}

/** Every audit entry: those that are pending, which nobody sees, and those that were sealed into the chain. */
export abstract class AuditLog {
  /** Says of entries who writes them and when, and authenticates them; this takes no transaction. */
  abstract prepare(entries: readonly AuditEntry[]): Promise<readonly PreparedEntry[]>;

  /**
   * Adds pending entries in the caller's transaction. Those who append wait for nobody, only who seals takes the end of the
   * chain.
   * @throws Error outside a transaction
   */
  abstract append(entries: readonly PreparedEntry[]): Promise<void>;

  abstract hasPending(): Promise<boolean>;

  /**
   * Numbers and hashes pending entries that are committed, so many that the chain is locked briefly. Of several processes
   * one does it at a time. Entries of one record get the order in which it was changed.
   * @returns whether there may be more of them
   */
  abstract seal(): Promise<boolean>;

  /** Sealed entries, oldest first. */
  abstract page(request: PageRequest, filter: EntryFilter): Promise<Page<SealedEntry>>;

  /** The number of an entry that stands before the first one, where somebody else has put it; undefined without any. */
  abstract strayBefore(): Promise<number | undefined>;

  /** The last sealed entry, and where the log was cut. */
  abstract head(): Promise<StoredHead>;

  /**
   * Cuts the log in the caller's transaction: what was sealed up to there belongs to it no more.
   * @param from where it was cut before
   * @returns false where somebody else has cut it since
   */
  abstract cut(from: Head, to: Omit<Cut, 'code'>): Promise<boolean>;

  /** Deletes some of the entries before the cut; returns how many. Commits nothing where there are none. */
  abstract deleteCut(): Promise<number>;

  /** What entries are authenticated by, as it is stored now; undefined where there is none. */
  abstract key(): Promise<AuditKey | undefined>;

  /** Whether the key has gone: there are records, and so there have been entries. */
  abstract isKeyMissing(): Promise<boolean>;
}
