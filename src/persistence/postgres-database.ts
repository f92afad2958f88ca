import type { Pool, QueryConfig, QueryResult } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { migrations } from '../../migrations';
import { Patience } from '../kernel/patience';
import type { DatabaseSettings } from '../settings/settings';
import { borrow, giveBack, isFarewell } from './borrowed-client';
import {
  Database,
  type DatabaseLoad,
  needsTransaction,
  type Parameter,
  type ReplicaState,
  type RowSource,
} from './database';
import { lostRace, translateDriverError } from './driver-errors';
import { ImpatientClient } from './impatient-client';
import { Positions, readPosition } from './positions';
import { postgresOptions } from './postgres-options';
import { PostgresStatements } from './postgres-statements';
import { PostgresTransaction } from './postgres-transaction';
import { IDENTIFY, Replica } from './replica';
import { rows } from './rows';
import { TransactionScope } from './transaction-scope';

/** Held while one instance migrates, so that the others wait; any constant that no one else uses. */
const MIGRATION_LOCK = 7_239_041;
const ATTEMPTS = 5;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 4_000;
/** Where nothing is said. */
const POOL_SIZE = 10;

const CONNECTIONS = { Client: ImpatientClient, pipeline: true, keepAlive: true };
/** What was acknowledged is on the disk, unless the server was told not to wait for that. */
const POSITION = `SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
  ELSE pg_current_wal_flush_lsn() END::text AS place`;

type PostgresSettings = Extract<DatabaseSettings, { readonly kind: 'postgres' }>;

/** A PostgreSQL server, 13 or newer, that several instances may share. */
export class PostgresDatabase extends Database {
  override readonly forUpdate = ' FOR UPDATE';
  private readonly scope = new TransactionScope<PostgresTransaction>();
  private readonly statements = new PostgresStatements();
  private readonly pool: Pool;
  private readonly positions = new Positions(() => this.position());
  private follower: Replica | undefined;

  private constructor(
    override readonly dataSource: DataSource,
    override readonly description: string,
    override readonly isNew: boolean,
  ) {
    super();
    this.pool = (dataSource.driver as unknown as { readonly master: Pool }).master;
  }

  /** Connects and brings the schema up to date. */
  static async open(settings: PostgresSettings): Promise<PostgresDatabase> {
    const reached = postgresOptions(settings, settings.schema);
    const isNew = await migrate(reached, settings.schema);
    const dataSource = new DataSource({
      type: 'postgres',
      ...reached,
      entities: rows,
      migrations,
      poolSize: settings.poolSize ?? POOL_SIZE,
      connectTimeoutMS: CONNECT_TIMEOUT_MS,
      // A connection that breaks while it is idle is replaced by the pool; whoever needs one next hears of trouble.
      poolErrorHandler: () => undefined,
      extra: {
        ...CONNECTIONS,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: STATEMENT_TIMEOUT_MS,
        query_timeout: STATEMENT_TIMEOUT_MS + 500,
        idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      },
    });
    await dataSource.initialize();
    const { hostname, port, pathname } = new URL(settings.url.reveal());
    const database = new PostgresDatabase(dataSource, `PostgreSQL ${hostname}:${port || '5432'}${pathname}`, isNew);
    await database.follow(settings);
    return database;
  }

  override get replica(): ReplicaState | undefined {
    return this.follower;
  }

  /**
   * With the replica, where there is one and it is up: what its connections have to have reached is asked of the primary
   * once for all reads that begin at the same time.
   */
  override async forShowing(): Promise<RowSource> {
    const { follower } = this;
    if (!follower || this.isInTransaction) return this;
    const asked = follower.isUp ? Patience.spend(() => this.positions.now()) : undefined;
    const position = await asked?.catch(() => undefined);
    return {
      query: async <Row>(sql: string, parameters: readonly Parameter[] = []) => {
        const found = await follower.query(position, this.statements.of(sql, parameters));
        return found ? (found as Row[]) : this.query<Row>(sql, parameters);
      },
    };
  }

  override load(): DatabaseLoad {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { waiting: waitingCount, connections: { busy: totalCount - idleCount, idle: idleCount } };
  }

  protected override get isInTransaction(): boolean {
    return this.scope.current !== undefined;
  }

  protected override async transact<T>(work: () => Promise<T>, followers: Set<() => void>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await Patience.spend(() => this.attempt(work, followers));
      } catch (error) {
        if (attempt === ATTEMPTS || !lostRace(error)) throw translateDriverError(error);
      }
    }
  }

  protected override async execute<Row>(sql: string, parameters: readonly Parameter[]): Promise<Row[]> {
    const transaction = this.scope.current;
    const isReading = sql.startsWith('SELECT');
    if (!transaction && !isReading) throw needsTransaction(sql);
    const statement = this.statements.of(sql, parameters);
    try {
      // The patience of a call is spent on its transaction as a whole.
      const { rows: found } = await (transaction
        ? transaction.query(statement, isReading)
        : Patience.spend(() => queryOnce(this.pool, statement)));
      return found as Row[];
    } catch (error) {
      // Inside a transaction the race has to be seen by the one who can run it again.
      throw transaction && lostRace(error) ? error : translateDriverError(error);
    }
  }

  override async send(sql: string, parameters: readonly Parameter[] = []): Promise<void> {
    const transaction = this.scope.current;
    if (!transaction) throw needsTransaction(sql);
    await transaction.ready();
    transaction.follow(this.query(sql, parameters));
  }

  override state(): undefined {
    return undefined;
  }

  override remembered<T>(_key: string, load: () => Promise<T>): Promise<T> {
    return load();
  }

  override beforeCommit<T>(item: T, last: (items: readonly T[]) => Promise<void>): void {
    this.scope.beforeEnd(item, last);
  }

  override relieve(most: number): Promise<void> {
    return this.scope.relieve(most);
  }

  override afterCommit(follower: () => void): void {
    this.scope.afterEnd(follower);
  }

  override async close(): Promise<void> {
    await this.follower?.close();
    await this.dataSource.destroy();
  }

  private async follow({ replica, schema, poolSize = POOL_SIZE }: PostgresSettings): Promise<void> {
    if (!replica) return;
    const { url, ...tls } = postgresOptions(replica, schema);
    const [primary] = await this.query<{ id: string }>(IDENTIFY.text);
    const connections = { ...CONNECTIONS, ...tls, connectionString: url, max: poolSize };
    this.follower = new Replica(connections, this.positions, primary?.id ?? '');
    await this.follower.look();
  }

  /** Of the last change that somebody may have been told of. */
  private async position(): Promise<bigint> {
    const [found] = await this.query<{ place: string }>(POSITION);
    return readPosition(found?.place ?? '');
  }

  private async attempt<T>(work: () => Promise<T>, followers: Set<() => void>): Promise<T> {
    const client = await borrow(this.pool);
    const transaction = new PostgresTransaction(client);
    try {
      const value = await this.scope.run(transaction, work, followers);
      await transaction.commit();
      return value;
    } catch (error) {
      throw await transaction.rollBack(error);
    } finally {
      giveBack(client);
    }
  }
}

async function queryOnce(pool: Pool, statement: QueryConfig): Promise<QueryResult> {
  const client = await borrow(pool);
  try {
    const result = await client.query(statement);
    giveBack(client);
    return result;
  } catch (error) {
    giveBack(client, isFarewell(error));
    throw error;
  }
}

/** On a connection without the limits of time that requests have. Tells whether the database was empty. */
async function migrate(reached: ReturnType<typeof postgresOptions>, schema: string | undefined): Promise<boolean> {
  const dataSource = new DataSource({
    type: 'postgres',
    ...reached,
    entities: rows,
    migrations,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await makeSchema(lock, schema);
    const executed = await dataSource.runMigrations({ transaction: 'all' });
    return executed.length === migrations.length;
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

/** Who may not make schemas can still use one that somebody else made. */
async function makeSchema(runner: QueryRunner, schema: string | undefined): Promise<void> {
  if (schema === undefined) return;
  const found = (await runner.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])) as unknown[];
  if (found.length === 0) await runner.query(`CREATE SCHEMA "${schema}"`);
}
