import type { Page, PageRequest } from '../../kernel/page';
import type { Entry, Head } from './entry';

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

/** Reads what the journal keeps. */
export abstract class AuditTrail {
  /** Oldest first. */
  abstract page(request: PageRequest, filter: EntryFilter): Promise<Page<Entry>>;

  /** The entries that follow a place, oldest first. */
  abstract after(sequence: number, limit: number): Promise<readonly Entry[]>;

  /** The last entry, as the journal remembers it apart from the entries. */
  abstract head(): Promise<Head>;
}
