import type { Page, PageRequest } from '../../kernel/page';
import type { Locked, Stored } from '../../kernel/record';
import type { ApiToken } from './api-token';

/** Stores the tokens. Writing and locking need a transaction. */
export abstract class TokenRepository {
  /** Reads the database every time: what another process did to a token is seen at once. */
  abstract find(id: string): Promise<Stored<ApiToken> | undefined>;

  /** Oldest first; only those that are restricted to some of the given relayers, where any are given. */
  abstract page(request: PageRequest, relayers?: ReadonlySet<string>): Promise<Page<Stored<ApiToken>>>;

  /** Whether there never was a token; no one else adds one before the transaction ends. */
  abstract lockEmpty(): Promise<boolean>;

  /** The token, which no one else changes before the transaction ends. */
  abstract lock(id: string): Promise<Locked<ApiToken> | undefined>;

  /** The token, which no one changes before the transaction ends; several transactions may hold it. */
  abstract hold(id: string): Promise<Stored<ApiToken> | undefined>;

  abstract add(token: ApiToken): Promise<Stored<ApiToken>>;

  /** Stores the token in place of the one that was locked, as the next version. Its relayers stay. */
  abstract replace(locked: Locked<ApiToken>, token: ApiToken): Promise<Stored<ApiToken>>;

  /** The ids of some that were revoked or expired before a time, oldest first; never that of the newest token of all. */
  abstract endedBefore(time: Date): Promise<readonly string[]>;

  abstract remove(locked: Locked<ApiToken>): Promise<void>;

  /** Notes a use at `now`, which makes no new version, unless one was noted since this token was read. */
  abstract noteUse(read: Stored<ApiToken>, now: Date): Promise<void>;
}
