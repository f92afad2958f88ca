import Sqlite from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations';
import { DomainError } from '../kernel/domain-error';
import { Database, type DatabaseLoad, needsTransaction, type Parameter } from './database';
import { translateDriverError } from './driver-errors';
import { rows } from './rows';
import { TransactionScope } from './transaction-scope';
import { WriterTurns } from './writer-turns';

/** How long to wait for another process while the file is opened, and the schema is brought up to date. */
const OPEN_TIMEOUT_MS = 5_000;
/** How long a reader waits for another process that repairs the file; short, as it holds up the whole process. */
const READ_TIMEOUT_MS = 100;
/**
 * How many pages of 4 KiB the log of changes holds before they are copied into the database. A page that was changed many
 * times meanwhile is copied once; with SQLite's own 1,000, each change costs a quarter more.
 */
const CHECKPOINT_PAGES = 4_000;
/** How many results are remembered between two changes; a record takes some kilobytes. */
const MOST_REMEMBERED = 2_000;

const AT_ONCE = Promise.resolve();

/** The embedded database: one connection that writes, in turns, and one that reads meanwhile. */
export class SqliteDatabase extends Database {
  override readonly forUpdate = '';
  private readonly turns: WriterTurns;
  private readonly scope = new TransactionScope<Sqlite.Database>();
  private readonly statements = new Map<Sqlite.Database, Map<string, Sqlite.Statement>>();

  private readonly dataVersion: Sqlite.Statement;
  /** Its last answer, until there may be another one. */
  private readonly observed: { state?: number | undefined } = {};
  private memory = { version: -1, entries: new Map<string, unknown>() };

  private constructor(
    override readonly dataSource: DataSource,
    private readonly writer: Sqlite.Database,
    private readonly reader: Sqlite.Database,
    override readonly description: string,
    override readonly isNew: boolean,
  ) {
    super();
    this.turns = new WriterTurns(writer);
    this.dataVersion = reader.prepare('PRAGMA data_version').pluck();
  }

  /**
   * Opens the file, which is made where it is missing, and brings its schema up to date.
   * @throws DomainError of kind `unavailable` where there can be no such database
   */
  static async open(path: string): Promise<SqliteDatabase> {
    let writer: Sqlite.Database | undefined;
    const dataSource = new DataSource({
      type: 'better-sqlite3',
      database: path,
      enableWAL: true,
      timeout: OPEN_TIMEOUT_MS,
      entities: rows,
      migrations,
      migrationsTransactionMode: 'none',
      prepareDatabase: (connection: Sqlite.Database) => {
        connection.pragma('synchronous = FULL');
        connection.pragma(`wal_autocheckpoint = ${String(CHECKPOINT_PAGES)}`);
        writer = connection;
      },
    });
    await dataSource.initialize().catch((cause: unknown) => {
      throw DomainError.unavailable('the file cannot be opened', cause);
    });
    if (!writer) throw new Error('TypeORM opened no SQLite connection');
    const isNew = await migrate(dataSource, writer);
    // From here on writers wait in their turns, where the process goes on meanwhile.
    writer.pragma('busy_timeout = 0');
    const reader = new Sqlite(path, { readonly: true, timeout: READ_TIMEOUT_MS });
    return new SqliteDatabase(dataSource, writer, reader, `SQLite ${path}`, isNew);
  }

  override load(): DatabaseLoad {
    return { waiting: this.turns.length };
  }

  protected override get isInTransaction(): boolean {
    return this.scope.current !== undefined;
  }

  protected override transact<T>(work: () => Promise<T>, followers: Set<() => void>): Promise<T> {
    return this.turns
      .take(() => this.scope.run(this.writer, work, followers))
      .catch((error: unknown) => {
        throw translateDriverError(error);
      })
      .finally(this.observeAnew);
  }

  protected override execute<Row>(sql: string, parameters: readonly Parameter[]): Row[] {
    try {
      const statement = this.prepared(this.scope.current ?? this.reader, sql);
      if (!this.scope.current && !statement.readonly) throw needsTransaction(sql);
      const values = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      if (statement.reader) return statement.all(values) as Row[];
      statement.run(values);
      return [];
    } catch (error) {
      throw translateDriverError(error);
    }
  }

  /**
   * SQLite tells a connection when another one has committed, also another process's; the writer is another connection.
   * It is asked once for all that goes on without waiting: what came to this process meanwhile was sent before.
   */
  override state(): number {
    const known = this.observed.state;
    if (known !== undefined) return known;
    const state = this.dataVersion.get() as number;
    void AT_ONCE.then(this.untilNothingIsLeft);
    return (this.observed.state = state);
  }

  /** The state is taken before the loading, so what a commit overtakes is not found again. */
  override async remembered<T>(key: string, load: () => Promise<T>): Promise<T> {
    if (this.scope.current) return load();
    const version = this.state();
    if (version !== this.memory.version) this.memory = { version, entries: new Map() };
    const { entries } = this.memory;
    const known = entries.get(key);
    if (known !== undefined) return known as T;
    const loaded = await load();
    if (entries.size < MOST_REMEMBERED) entries.set(key, loaded);
    return loaded;
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
    await this.turns.idle();
    this.reader.close();
    await this.dataSource.destroy();
  }

  private readonly observeAnew = (): void => {
    this.observed.state = undefined;
  };

  /** A tick that is set off by a continuation comes after all continuations, and before anything that came from outside. */
  private readonly untilNothingIsLeft = (): void => process.nextTick(this.observeAnew);

  private prepared(connection: Sqlite.Database, sql: string): Sqlite.Statement {
    let known = this.statements.get(connection);
    if (!known) this.statements.set(connection, (known = new Map<string, Sqlite.Statement>()));
    let statement = known.get(sql);
    if (!statement) known.set(sql, (statement = connection.prepare(sql)));
    return statement;
  }
}

/** Of several processes that start at once, one migrates and the others wait. Tells whether the database was empty. */
async function migrate(dataSource: DataSource, connection: Sqlite.Database): Promise<boolean> {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const executed = await dataSource.runMigrations({ transaction: 'none' });
    connection.exec('COMMIT');
    return executed.length === migrations.length;
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
