import type { DataSource, EntityManager, ObjectLiteral, QueryBuilder, QueryRunner } from 'typeorm';
import type { CallContext } from '../kernel/call-context';
import { DomainError } from '../kernel/domain-error';
import { Transactions } from '../kernel/transactions';
import { isSerializationFailure, translateDriverError } from './driver-errors';
import { type DatabaseWatcher, timed } from './database-watcher';
import type { Snapshots } from './snapshots';
import { type Parameter, Statement, type StatementRunner } from './statement';
import { OpenTransaction } from './open-transaction';

/** Changes a row that nobody reads. */
const PROBE = `INSERT INTO record_counts (collection, level, bucket, records) VALUES ('readiness', 0, 0, 1)
  ON CONFLICT (collection, level, bucket) DO UPDATE SET records = 1 - record_counts.records`;

/** What a database has to do at one moment. */
export interface DatabaseLoad {
  /** Those who wait for a connection, or for their turn and the commit that they share. */
  readonly waiting: number;
  /** Where there are several. */
  readonly connections?: { readonly busy: number; readonly idle: number };
}

/**
 * The connections to one database, and the transaction in which the caller runs.
 * @see docs/adr/0008-one-async-local-storage.md
 */
export abstract class Database extends Transactions implements StatementRunner {
  /** What a SELECT ends with so that the row stays as it is until the transaction ends; others may refer to it meanwhile. */
  abstract readonly forUpdate: '' | ' FOR NO KEY UPDATE';

  /** The same where several transactions may hold the row so. */
  abstract readonly forShare: '' | ' FOR SHARE';

  /** Whether several transactions write at the same time. */
  abstract readonly hasConcurrentWriters: boolean;

  protected abstract readonly snapshots: Snapshots;

  private watcher: DatabaseWatcher | undefined;
  private hasRefusedChange = false;

  /**
   * @param dataSource what reads use outside of a transaction
   * @param description for the start-up lines and logs: never a password
   */
  protected constructor(
    readonly dataSource: DataSource,
    readonly description: string,
    protected readonly calls: CallContext,
  ) {
    super();
  }

  /** Has every statement and transaction from now on measured by a watcher. */
  watch(watcher: DatabaseWatcher): void {
    this.watcher = watcher;
  }

  abstract load(): DatabaseLoad;

  override async run<T>(work: () => Promise<T>, record?: string): Promise<T> {
    if (this.isInTransaction) return work();
    return timed(this.watcher, 'transacted', async () => {
      try {
        const value = await this.transact(() => this.confirmed(work, 'writing'), record);
        this.hasRefusedChange = false;
        return value;
      } catch (error) {
        const translated = translateDriverError(error);
        this.hasRefusedChange ||= translated instanceof DomainError && translated.kind === 'unavailable';
        throw translated;
      }
    });
  }

  /**
   * Finds out whether changes can succeed: after one that the database refused, one is tried.
   * @throws DomainError of kind `unavailable`
   */
  async requireChanges(): Promise<void> {
    if (this.hasRefusedChange) await this.run(() => this.query(PROBE));
  }

  override async read<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await (this.isInTransaction ? work() : this.readOnly(() => this.confirmed(work, 'reading')));
    } catch (error) {
      throw translateDriverError(error);
    }
  }

  get isInTransaction(): boolean {
    return this.transaction !== undefined;
  }

  /** Of the caller's transaction; outside of one it only reads. */
  get manager(): EntityManager {
    return this.transaction?.runner?.manager ?? this.dataSource.manager;
  }

  /**
   * The rows of one statement, in the transaction of the caller if it runs in one; a statement that changes something
   * needs one.
   * @param sql with `?` for parameters, or as a QueryBuilder of TypeORM wrote it
   * @throws DomainError of kind `unavailable` where the database does not answer in time.
   */
  query<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    return timed(this.watcher, 'queried', async () => {
      const runner = this.transaction?.runner;
      const ask = async (connection: QueryRunner): Promise<Row[]> => {
        const { records } = await connection.query(this.native(sql), [...parameters], true);
        return records as Row[];
      };
      try {
        return await (runner ? ask(runner) : this.borrow(ask));
      } catch (error) {
        // Inside a transaction it has to be seen by the one who can run that again.
        throw runner && isSerializationFailure(error) ? error : translateDriverError(error);
      }
    });
  }

  /** The rows that a query finds. */
  find<Row>(query: QueryBuilder<ObjectLiteral>): Promise<Row[]> {
    const [sql, parameters] = query.getQueryAndParameters();
    return this.query<Row>(sql, parameters as Parameter[]);
  }

  /**
   * Has the SQL of a query written once and for all: that takes many times as long as running it.
   * @param query whose parameters get their values when it runs
   * @param tail what a QueryBuilder cannot write, with `:name` for parameters
   */
  compile<Row>(query: QueryBuilder<ObjectLiteral>, tail = ''): Statement<Row> {
    return new Statement(this, query.getQuery() + tail);
  }

  abstract placeholder(position: number): string;

  /**
   * What a SELECT for a lock also selects so that those who want the row alone are not passed by ever more who share it.
   * @param key SQL for a whole number
   */
  abstract inTurn(lock: 'alone' | 'shared', key: string): string;

  /** Has the transaction wait for each of its locks no longer than this, in milliseconds: others queue behind it meanwhile. */
  abstract waitForLocks(most: number): Promise<void>;

  /**
   * A text that equals another one only if nothing was committed in between, by whatever process; undefined where the
   * database does not say so in time.
   */
  snapshot(): Promise<string | undefined> {
    return this.snapshots.take();
  }

  /**
   * The names of the migrations that this version has and the database has not, as one that was restored.
   * @throws DomainError of kind `unavailable` as {@link query}
   */
  async missingMigrations(): Promise<string[]> {
    const rows = await this.query<{ readonly name: string }>('SELECT name FROM migrations');
    const applied = new Set(rows.map(({ name }) => name));
    return this.dataSource.migrations
      .map((each) => each.name ?? each.constructor.name)
      .filter((name) => !applied.has(name));
  }

  override afterCommit(callback: () => void): void {
    const { transaction } = this;
    if (!transaction) throw new Error('This needs a transaction');
    transaction.afterCommitCallbacks.add(callback);
  }

  /** The time that whoever shares the database goes by, in milliseconds since the epoch. */
  abstract now(): number;

  abstract close(): Promise<void>;

  /** The SQL of {@link query} as the driver takes it. */
  protected abstract native(sql: string): string;

  /** Has a statement run outside of a transaction. */
  protected abstract borrow<T>(ask: (connection: QueryRunner) => Promise<T>): Promise<T>;

  /** Resolves after the commit. */
  protected abstract transact<T>(work: () => Promise<T>, record: string | undefined): Promise<T>;

  /** Does work that sees one state. */
  protected abstract readOnly<T>(work: () => Promise<T>): Promise<T>;

  /** Does work in the transaction that is open on a connection. */
  protected async within<T>(transaction: OpenTransaction, work: () => Promise<T>): Promise<T> {
    try {
      return await this.calls.run({ transaction }, work);
    } finally {
      transaction.end();
    }
  }

  /** Does work where the call may still go on: it may have waited long since that was asked. */
  private async confirmed<T>(work: () => Promise<T>, transaction: 'reading' | 'writing'): Promise<T> {
    await this.calls.current?.confirm?.(transaction);
    return work();
  }

  private get transaction(): OpenTransaction | undefined {
    const transaction = this.calls.current?.transaction;
    return transaction instanceof OpenTransaction && transaction.runner ? transaction : undefined;
  }
}
