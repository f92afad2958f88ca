import type { DataSource } from 'typeorm';
import { DomainError } from '../kernel/domain-error';
import { Transactions } from '../kernel/transactions';

export type Parameter = string | number | boolean | null;

/** `failed` includes what was refused and taken back, `unavailable` says that the database did not do its part. */
export type DatabaseOutcome = 'ok' | 'failed' | 'unavailable';

/** Told of everything that a database was asked for. */
export interface DatabaseWatcher {
  queried(outcome: DatabaseOutcome, seconds: number): void;
  transacted(outcome: DatabaseOutcome, seconds: number): void;
}

/** What answers SELECT statements as {@link Database.query} does. */
export interface RowSource {
  query<Row>(sql: string, parameters?: readonly Parameter[]): Promise<Row[]>;
}

/** What became of reads that a replica might have served: by it, or by the primary as it was behind, failed, was away. */
export type ReplicaReads = Readonly<Record<'served' | 'behind' | 'failed' | 'away', number>>;

/** A server beside the primary that may serve reads. */
export interface ReplicaState {
  readonly isUp: boolean;
  readonly reads: ReplicaReads;
}

/** What a database has to do at one moment. */
export interface DatabaseLoad {
  /** Those who wait for a connection, or for their turn and the commit that they share. */
  readonly waiting: number;
  /** Where there are several. */
  readonly connections?: { readonly busy: number; readonly idle: number };
}

/** The connections to one database, and the transaction in which the caller runs. */
export abstract class Database extends Transactions {
  /** What TypeORM knows of it: entity metadata, migrations, query builders. */
  abstract readonly dataSource: DataSource;

  /** What a SELECT ends with so that the row stays as it is until the transaction ends. */
  abstract readonly forUpdate: '' | ' FOR UPDATE';

  /** Whether this process made the schema: the database was empty before. */
  abstract readonly isNew: boolean;

  /** For the start-up lines and logs: never a password. */
  abstract readonly description: string;

  private watcher: DatabaseWatcher | undefined;

  /** From now on it is told of all. */
  watch(watcher: DatabaseWatcher): void {
    this.watcher = watcher;
  }

  abstract load(): DatabaseLoad;

  override run<T>(work: () => Promise<T>): Promise<T> {
    const { watcher } = this;
    if (this.isInTransaction) return work();
    if (!watcher) return this.followed(work);
    return timed(watcher, 'transacted', performance.now(), this.followed(work));
  }

  /**
   * The rows of one statement with `?` for parameters, in the transaction of the caller if it runs in one; a statement
   * that changes something needs one.
   * @throws DomainError of kind `unavailable` where the database does not answer in time.
   */
  query<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    const { watcher } = this;
    const start = performance.now();
    try {
      const rows = this.execute<Row>(sql, parameters);
      if (rows instanceof Promise) return watcher ? timed(watcher, 'queried', start, rows) : rows;
      watcher?.queried('ok', secondsSince(start));
      return Promise.resolve(rows);
    } catch (cause) {
      const error = cause as Error;
      watcher?.queried(outcomeOf(error), secondsSince(start));
      return Promise.reject(error);
    }
  }

  /**
   * What is asked for reads that feed no write and decide on no access. It may be a replica, where there is one that shows
   * all that had been acknowledged to anybody when this was called.
   */
  async forShowing(): Promise<RowSource> {
    return this;
  }

  /** Undefined where the settings name none. */
  get replica(): ReplicaState | undefined {
    return undefined;
  }

  /**
   * A change whose answer nobody needs, in the transaction of the caller: it may be on its way still when this resolves.
   * Where it fails the transaction does, at the latest at its commit.
   */
  send(sql: string, parameters: readonly Parameter[] = []): Promise<unknown> {
    return this.query(sql, parameters);
  }

  /**
   * Another number once anything in the database has changed, through whatever process; undefined where that cannot be
   * told at next to no cost.
   */
  abstract state(): number | undefined;

  /**
   * The names of the migrations that this version has and the database has not, as one that was restored.
   * @throws DomainError of kind `unavailable` as {@link query}
   */
  async missingMigrations(): Promise<string[]> {
    const rows = await this.query<{ readonly name: string }>('SELECT name FROM migrations');
    const kept = new Set(rows.map(({ name }) => name));
    return this.dataSource.migrations
      .map((each) => each.name ?? each.constructor.name)
      .filter((name) => !kept.has(name));
  }

  /**
   * What `load` gives, remembered under `key` until anything in the database changes, through whatever process. A
   * database that cannot tell that at next to no cost loads each time.
   */
  abstract remembered<T>(key: string, load: () => Promise<T>): Promise<T>;

  /**
   * Hands `last` the items of the caller's transaction, all together, when nothing but the commit is left to do.
   * @param last one and the same function for all items that belong together
   * @throws Error outside a transaction
   */
  abstract beforeCommit<T>(item: T, last: (items: readonly T[]) => Promise<void>): void;

  /**
   * Hands over already now what waits for the commit of the caller's transaction, where it is that many items or more.
   * What it locks is locked for the rest of the transaction.
   */
  abstract relieve(most: number): Promise<void>;

  /**
   * Calls `follower` once the caller's transaction is committed, and once however often it is given.
   * @throws Error outside a transaction
   */
  abstract afterCommit(follower: () => void): void;

  abstract close(): Promise<void>;

  private async followed<T>(work: () => Promise<T>): Promise<T> {
    const followers = new Set<() => void>();
    const value = await this.transact(work, followers);
    for (const follower of followers) follower();
    return value;
  }

  /** Whether the caller runs in a transaction that is open. */
  protected abstract get isInTransaction(): boolean;

  /** @param followers gets those that the work asks to be called after the commit */
  protected abstract transact<T>(work: () => Promise<T>, followers: Set<() => void>): Promise<T>;

  /** Where it needs no waiting, it answers and throws at once: inside of a transaction every promise has its price. */
  protected abstract execute<Row>(sql: string, parameters: readonly Parameter[]): Row[] | Promise<Row[]>;
}

/** For a change outside of a transaction, which is a mistake of the code: it would be kept whatever came after it. */
export const needsTransaction = (sql: string): Error => new Error(`This needs a transaction: ${sql}`);

const outcomeOf = (error: unknown): DatabaseOutcome =>
  error instanceof DomainError && error.kind === 'unavailable' ? 'unavailable' : 'failed';

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** @param start taken before the work began */
async function timed<T>(
  watcher: DatabaseWatcher,
  event: keyof DatabaseWatcher,
  start: number,
  work: Promise<T>,
): Promise<T> {
  let outcome: DatabaseOutcome = 'ok';
  try {
    return await work;
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    watcher[event](outcome, secondsSince(start));
  }
}
