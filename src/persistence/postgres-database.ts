import type { Pool } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { migrations } from '../../migrations';
import { Patience } from '../kernel/patience';
import type { DatabaseSettings } from '../settings/settings';
import { Database, type DatabaseLoad, needsTransaction, type Parameter } from './database';
import { lostRace, translateDriverError } from './driver-errors';
import { ImpatientClient } from './impatient-client';
import { postgresOptions } from './postgres-options';
import { rows } from './rows';
import { TransactionScope } from './transaction-scope';

/** Held while one instance migrates, so that the others wait; any constant that no one else uses. */
const MIGRATION_LOCK = 7_239_041;
const ATTEMPTS = 5;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 4_000;
/** Where nothing is said. */
const POOL_SIZE = 10;

type PostgresSettings = Extract<DatabaseSettings, { readonly kind: 'postgres' }>;

/** A PostgreSQL server, 13 or newer, that several instances may share. */
export class PostgresDatabase extends Database {
  override readonly forUpdate = ' FOR UPDATE';
  private readonly scope = new TransactionScope<QueryRunner>();
  private readonly numbered = new Map<string, string>();

  private constructor(
    override readonly dataSource: DataSource,
    override readonly description: string,
    override readonly isNew: boolean,
  ) {
    super();
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
        Client: ImpatientClient,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        lock_timeout: STATEMENT_TIMEOUT_MS,
        query_timeout: STATEMENT_TIMEOUT_MS + 500,
        idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
        keepAlive: true,
      },
    });
    await dataSource.initialize();
    const { hostname, port, pathname } = new URL(settings.url.reveal());
    return new PostgresDatabase(dataSource, `PostgreSQL ${hostname}:${port || '5432'}${pathname}`, isNew);
  }

  override load(): DatabaseLoad {
    const { master: pool } = this.dataSource.driver as unknown as { readonly master: Pool };
    const { totalCount, idleCount, waitingCount } = pool;
    return { waiting: waitingCount, connections: { busy: totalCount - idleCount, idle: idleCount } };
  }

  protected override get isInTransaction(): boolean {
    return this.scope.current !== undefined;
  }

  protected override async transact<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await Patience.spend(() => this.attempt(work));
      } catch (error) {
        if (attempt === ATTEMPTS || !lostRace(error)) throw translateDriverError(error);
      }
    }
  }

  protected override async execute<Row>(sql: string, parameters: readonly Parameter[]): Promise<Row[]> {
    const runner = this.scope.current;
    if (!runner && !sql.startsWith('SELECT')) throw needsTransaction(sql);
    try {
      const statement = this.number(sql);
      const result: unknown = await Patience.spend(() => (runner ?? this.dataSource).query(statement, [...parameters]));
      return rowsOf<Row>(result);
    } catch (error) {
      // Inside a transaction the race has to be seen by the one who can run it again.
      throw runner && lostRace(error) ? error : translateDriverError(error);
    }
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

  override async close(): Promise<void> {
    await this.dataSource.destroy();
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.connect();
      await runner.startTransaction();
      const value = await this.scope.run(runner, work);
      await runner.commitTransaction();
      return value;
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  private number(sql: string): string {
    let numbered = this.numbered.get(sql);
    if (numbered === undefined) {
      let position = 0;
      numbered = sql.replace(/\?/g, () => `$${String(++position)}`);
      this.numbered.set(sql, numbered);
    }
    return numbered;
  }
}

/** TypeORM answers an UPDATE or DELETE with rows and their count, everything else with rows. */
function rowsOf<Row>(result: unknown): Row[] {
  if (!Array.isArray(result)) return [];
  const isCounted = result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number';
  return (isCounted ? result[0] : result) as Row[];
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
