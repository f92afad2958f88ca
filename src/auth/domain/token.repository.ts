import type { Page, PageRequest } from '../../kernel/page';
import type { Kept, Published } from '../../kernel/record';
import type { ApiToken } from './api-token';

/** A token as it is read. Its JSON text has null for the last use, which changes without a new version. */
export interface PublishedToken extends Published {
  /** In ISO 8601, in UTC; null before the first use. */
  readonly lastUsedAt: string | null;
}

/** A token and what is shown of it. */
export interface KeptToken extends Kept<ApiToken>, PublishedToken {}

/** Keeps the tokens. Writing and locking need a transaction. */
export abstract class TokenRepository {
  /**
   * Another number once any token may have changed, through whatever process. Undefined where that cannot be told at
   * next to no cost: then a token has to be read to know whether it is still good.
   */
  state(): number | undefined {
    return undefined;
  }

  /** Reads the database every time: what another process did to a token is seen at once. */
  abstract find(id: string): Promise<KeptToken | undefined>;

  /** Oldest first; only those that are restricted to some of the given relayers, where any are given. */
  abstract page(request: PageRequest, relayers?: ReadonlySet<string>): Promise<Page<PublishedToken>>;

  /** Whether there never was a token; no one else adds one before the transaction ends. */
  abstract lockEmpty(): Promise<boolean>;

  /** The token, which no one else changes before the transaction ends. */
  abstract lock(id: string): Promise<KeptToken | undefined>;

  abstract add(token: ApiToken): Promise<PublishedToken>;

  /** Keeps the entity in place of the one that was locked, as the next version. Its relayers stay. */
  abstract replace(kept: KeptToken): Promise<PublishedToken>;

  /** Notes a use at `now`, unless one was noted since this token was read. */
  abstract noteUse(read: KeptToken, now: Date): Promise<void>;
}
