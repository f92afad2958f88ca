import type { Client } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { migrations } from '../../migrations';
import type { CallContext } from '../kernel/call-context';
import { DomainError } from '../kernel/domain-error';
import type { DatabaseSettings } from '../settings/settings';
import { Database, type DatabaseLoad } from './database';
import type { Entities } from './entities';
import { asLastFailure, isSerializationFailure, isUnavailable } from './driver-errors';
import { Lanes } from './lanes';
import { countedIn, type PoolCount } from './pool-count';
import { migratePostgres } from './postgres-migrations';
import { CONNECT_TIMEOUT_MS, postgresOptions } from './postgres-options';
import { ServerTime } from './server-time';
import { ServerSnapshots } from './snapshots';
import { failureOf, StatementRules } from './statement-rules.subscriber';
import { OpenTransaction } from './open-transaction';

const ATTEMPTS = 5;
const STATEMENT_TIMEOUT_MS = 4_000;
/** The advisory locks of rows; any constant that no one else uses. */
const ROW_LOCKS = 7_239_042;
const READ_ONLY = "SELECT current_setting('transaction_read_only') AS is_read_only";
/** How many connections a process opens at most where the settings do not say. */
const POOL_SIZE = 10;

type PostgresSettings = Extract<DatabaseSettings, { readonly kind: 'postgres' }>;

/** A PostgreSQL server, 13 or newer, that several instances may share. */
export class PostgresDatabase extends Database {
  override readonly hasConcurrentWriters = true;
  override readonly forUpdate = ' FOR NO KEY UPDATE';
  override readonly forShare = ' FOR SHARE';
  protected override readonly snapshots: ServerSnapshots;
  private readonly lanes = new Lanes();
  private waiting = 0;
  private busy = 0;

  private constructor(
    dataSource: DataSource,
    description: string,
    calls: CallContext,
    private readonly connections: PoolCount,
    private readonly time: ServerTime,
  ) {
    super(dataSource, description, calls);
    this.snapshots = new ServerSnapshots(
      (sql) => this.borrow((runner) => runner.query(sql) as Promise<{ text: string }[]>),
      () => connections.losses,
      calls,
    );
  }

  /** Connects and brings the schema up to date. */
  static async open(settings: PostgresSettings, calls: CallContext, entities: Entities): Promise<PostgresDatabase> {
    const server = postgresOptions(settings, settings.schema);
    await migratePostgres(server, settings.schema, entities);
    const connections: PoolCount = { open: 0, losses: 0 };
    const dataSource = new DataSource({
      type: 'postgres',
      ...server,
      entities,
      migrations,
      subscribers: [StatementRules],
      poolSize: settings.poolSize ?? POOL_SIZE,
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      // A connection that breaks while it is idle is replaced by the pool; whoever needs one next hears of trouble.
      poolErrorHandler: () => undefined,
      extra: {
        Client: countedIn(connections),
        keepAlive: true,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: STATEMENT_TIMEOUT_MS,
        query_timeout: STATEMENT_TIMEOUT_MS + 500,
        idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      },
    });
    await dataSource.initialize();
    const { hostname, port, pathname } = new URL(settings.url.reveal());
    const description = `PostgreSQL ${hostname}:${port || '5432'}${pathname}`;
    const time = await ServerTime.of((sql) => dataSource.query(sql));
    return new PostgresDatabase(dataSource, description, calls, connections, time);
  }

  override load(): DatabaseLoad {
    const { waiting, busy } = this;
    return { waiting, connections: { busy, idle: Math.max(0, this.connections.open - busy) } };
  }

  override placeholder(position: number): string {
    return `$${String(position)}`;
  }

  override now(): number {
    return this.time.now();
  }

  /** Row locks are given to whoever can have them at once; advisory locks, in the order of their requests. */
  override inTurn(lock: 'alone' | 'shared', key: string): string {
    return `pg_advisory_xact_lock${lock === 'shared' ? '_shared' : ''}(${String(ROW_LOCKS)}, ${key})`;
  }

  override async waitForLocks(most: number): Promise<void> {
    await this.query("SELECT set_config('lock_timeout', ?, true)", [String(most)]);
  }

  override close(): Promise<void> {
    this.time.stop();
    return this.dataSource.destroy();
  }

  /** A standby says so by itself, and so does a server that is told to take no changes: nobody has to have tried. */
  override async requireChanges(): Promise<void> {
    const [mode] = await this.query<{ is_read_only: string }>(READ_ONLY);
    if (mode?.is_read_only === 'on') throw DomainError.unavailable('the database takes no changes', undefined);
    await super.requireChanges();
  }

  protected override native(sql: string): string {
    let position = 0;
    return sql.replace(/\?/g, () => this.placeholder(++position));
  }

  protected override transact<T>(work: () => Promise<T>, record: string | undefined): Promise<T> {
    return record === undefined
      ? this.repeat(work)
      : this.lanes.take(
          record,
          (turn) => this.inTime(() => Promise.resolve(turn)),
          () => this.repeat(work),
        );
  }

  protected override readOnly<T>(work: () => Promise<T>): Promise<T> {
    return this.borrow((runner) => this.attempt(runner, work, { mode: 'ISOLATION LEVEL REPEATABLE READ, READ ONLY' }));
  }

  private async repeat<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const state = { isCommitting: false };
      const onCommit = (): void => {
        state.isCommitting = true;
      };
      try {
        return await this.borrow((runner) => this.attempt(runner, work, { onCommit }));
      } catch (error) {
        if (state.isCommitting && isUnavailable(error)) throw DomainError.outcomeUnknown(error);
        if (!isSerializationFailure(error)) throw error;
        if (attempt === ATTEMPTS) throw asLastFailure(error);
      }
    }
  }

  /** Waits no longer than the caller's deadline, for a connection and all that is done with it. */
  protected override async borrow<T>(use: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = await this.connected();
    try {
      const value = await this.inTime(() => use(runner));
      await this.giveBack(runner);
      return value;
    } catch (error) {
      void (isUnavailable(error) ? this.giveUp(runner) : this.giveBack(runner)).catch(ignore);
      throw error;
    }
  }

  /** A connection that comes when its caller waits no longer is as good as others, and somebody else's. */
  private async connected(): Promise<QueryRunner> {
    const runner = this.dataSource.createQueryRunner();
    const connected = this.connect(runner);
    try {
      await this.inTime(() => connected);
      return runner;
    } catch (error) {
      void connected.then(() => this.giveBack(runner)).catch(ignore);
      throw error;
    }
  }

  private inTime<T>(wait: () => Promise<T>): Promise<T> {
    const { deadline } = this.calls.current ?? {};
    return deadline ? deadline.spend(wait) : wait();
  }

  private async attempt<T>(
    runner: QueryRunner,
    work: () => Promise<T>,
    { mode, onCommit }: { readonly mode?: string; readonly onCommit?: () => void },
  ): Promise<T> {
    const transaction = new OpenTransaction(runner);
    try {
      await runner.startTransaction();
      if (mode !== undefined) await runner.query(`SET TRANSACTION ${mode}`);
      const value = await this.within(transaction, work);
      // The server would undo all at the commit without an error.
      if (failureOf(runner) !== undefined) throw failureOf(runner);
      onCommit?.();
      await runner.commitTransaction();
      for (const callback of transaction.afterCommitCallbacks) callback();
      return value;
    } catch (error) {
      if (!isUnavailable(error) && runner.isTransactionActive) await runner.rollbackTransaction();
      throw error;
    }
  }

  private async connect(runner: QueryRunner): Promise<void> {
    this.waiting++;
    try {
      await runner.connect();
      this.busy++;
    } finally {
      this.waiting--;
    }
  }

  private async giveBack(runner: QueryRunner): Promise<void> {
    this.busy--;
    await runner.release();
  }

  /**
   * Ends a connection instead of returning it to the pool: on a server that is frozen, whoever got it next would wait
   * behind the statement that timed out.
   */
  private async giveUp(runner: QueryRunner): Promise<void> {
    const client = (await runner.connect()) as Client;
    client.end().catch(ignore);
    this.connections.losses++;
    await this.giveBack(runner);
  }
}

const ignore = (): void => undefined;
