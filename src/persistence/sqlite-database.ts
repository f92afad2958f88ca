import { setTimeout as delay } from 'node:timers/promises';
import type { Database as Connection } from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { migrations } from '../../migrations';
import type { CallContext } from '../kernel/call-context';
import { DomainError } from '../kernel/domain-error';
import { Database, type DatabaseLoad } from './database';
import { DatabaseFile } from './database-file';
import type { Entities } from './entities';
import { SqliteSnapshots } from './snapshots';
import { closeToOthers, makePrivateFile, makePrivateFolder } from './private-files';
import { sqliteDriver } from './sqlite-driver';
import { StatementRules } from './statement-rules.subscriber';
import { OpenTransaction } from './open-transaction';
import { WriterTurns } from './writer-turns';

/** How long to wait for another process while the file is opened, and the schema is brought up to date. */
const OPEN_TIMEOUT_MS = 5_000;
/** How long until the switch to the write-ahead log is tried again. */
const RETRY_MS = 20;
/** How long a reader waits for another process that repairs the file; short, as it holds up the whole process. */
const READ_TIMEOUT_MS = 100;
/**
 * How many pages of 4 KiB the log of changes holds before they are copied into the database. A page that was changed many
 * times meanwhile is copied once; with SQLite's own 1,000, each change costs a quarter more.
 */
const CHECKPOINT_PAGES = 4_000;

/** The embedded database: one connection that writes, in turns, and one that reads meanwhile. */
export class SqliteDatabase extends Database {
  /** SQLite has no row locks, and needs none: writers take turns. */
  override readonly hasConcurrentWriters = false;
  override readonly forUpdate = '';
  override readonly forShare = '';
  protected override readonly snapshots: SqliteSnapshots;
  private readonly turns: WriterTurns;
  private ended = 0;

  private constructor(
    private readonly writing: DataSource,
    private readonly openReading: () => Promise<DataSource>,
    reading: DataSource,
    private readonly file: DatabaseFile,
    description: string,
    calls: CallContext,
  ) {
    super(reading, description, calls);
    this.turns = new WriterTurns(writing.createQueryRunner());
    this.snapshots = new SqliteSnapshots(
      (sql) => {
        this.file.require();
        return reading.query(sql);
      },
      () => this.ended,
      calls,
    );
  }

  /**
   * Opens the file, which is made where it is missing, and brings its schema up to date.
   * @throws DomainError of kind `unavailable` where there can be no such database
   */
  static async open(path: string, calls: CallContext, entities: Entities): Promise<SqliteDatabase> {
    const driver = sqliteDriver();
    makePrivate(path);
    const file = { type: 'better-sqlite3', driver, database: path, entities, migrations } as const;
    const writing = await connect({
      ...file,
      timeout: OPEN_TIMEOUT_MS,
      prepareDatabase: async (connection: Connection) => {
        requireOwnFile(connection);
        await writeAhead(connection);
        connection.pragma('synchronous = FULL');
        connection.pragma(`wal_autocheckpoint = ${String(CHECKPOINT_PAGES)}`);
      },
    });
    await migrate(writing);
    // From here on writers wait in their turns, where the process goes on meanwhile.
    await writing.query('PRAGMA busy_timeout = 0');
    const openReading = () =>
      connect({ ...file, timeout: READ_TIMEOUT_MS, readonly: true, subscribers: [StatementRules] });
    const reading = await openReading();
    return new SqliteDatabase(writing, openReading, reading, new DatabaseFile(path), `SQLite ${path}`, calls);
  }

  override load(): DatabaseLoad {
    return { waiting: this.turns.length };
  }

  override placeholder(): string {
    return '?';
  }

  /** The file is on this machine, and has its time. */
  override now(): number {
    return Date.now();
  }

  override inTurn(): string {
    return 'NULL';
  }

  /** Who writes has waited for its turn, and waits for nothing after that. */
  override async waitForLocks(): Promise<void> {
    return;
  }

  override async close(): Promise<void> {
    await this.turns.idle();
    await this.dataSource.destroy();
    await this.writing.destroy();
  }

  protected override native(sql: string): string {
    return sql;
  }

  protected override borrow<T>(ask: (connection: QueryRunner) => Promise<T>): Promise<T> {
    this.file.require();
    return ask(this.dataSource.createQueryRunner());
  }

  /** On a connection of its own: a transaction on the one for all readers would keep them in the past. */
  protected override async readOnly<T>(work: () => Promise<T>): Promise<T> {
    this.file.require();
    const reading = await this.openReading();
    try {
      const runner = reading.createQueryRunner();
      await runner.startTransaction();
      return await this.within(new OpenTransaction(runner), work);
    } finally {
      await reading.destroy();
    }
  }

  protected override async transact<T>(work: () => Promise<T>): Promise<T> {
    const transaction = new OpenTransaction(this.writing.createQueryRunner());
    this.file.require();
    const value = await this.turns.take(() => this.within(transaction, work)).finally(() => this.ended++);
    for (const callback of transaction.afterCommitCallbacks) callback();
    return value;
  }
}

/** What SQLite writes beside a file has the rights of that file. */
function makePrivate(path: string): void {
  try {
    makePrivateFolder(dirname(path));
    if (existsSync(path)) for (const suffix of ['', '-wal', '-shm']) closeToOthers(path + suffix);
    else makePrivateFile(path);
  } catch (cause) {
    throw cannotBeOpened(path, cause);
  }
}

async function connect(options: DataSourceOptions & { readonly database: string }): Promise<DataSource> {
  const dataSource = new DataSource(options);
  await dataSource.initialize().catch((cause: unknown) => {
    throw cannotBeOpened(options.database, cause);
  });
  return dataSource;
}

/** Drivers do not say which file it is. */
const cannotBeOpened = (path: string, cause: unknown): DomainError =>
  DomainError.unavailable(
    'the file cannot be opened',
    new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause }),
  );

/** @throws Error where another application has its tables in the file, which stays as it is then */
function requireOwnFile(connection: Connection): void {
  const tables = connection.pragma('table_list') as readonly { readonly name: string }[];
  const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'));
  if (names.length > 0 && !names.includes('record_counts')) {
    throw new Error(`the file has the tables of another application: ${names.slice(0, 3).join(', ')}`);
  }
}

/**
 * Switches the file to a write-ahead log. SQLite does not wait for a writer here, whatever `busy_timeout` says: several
 * processes that start at once on a new file would refuse each other.
 */
async function writeAhead(connection: Connection): Promise<void> {
  const giveUpAt = performance.now() + OPEN_TIMEOUT_MS;
  for (;;) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || performance.now() > giveUpAt) throw error;
      await delay(RETRY_MS);
    }
  }
}

/** Of several processes that start at once, one migrates and the others wait. */
async function migrate(dataSource: DataSource): Promise<void> {
  await dataSource.query('BEGIN IMMEDIATE');
  try {
    await dataSource.runMigrations({ transaction: 'none' });
    await dataSource.query('COMMIT');
  } catch (error) {
    await dataSource.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
