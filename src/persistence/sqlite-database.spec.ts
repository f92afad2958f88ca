import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { signal } from '../../test/support/signal';
import { CallContext } from '../kernel/call-context';
import { DomainError } from '../kernel/domain-error';
import { rows } from '../tables';
import { SqliteDatabase } from './sqlite-database';
import { openSqlite, sqliteDriver } from './sqlite-driver';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  path = join(folder, 'records.db');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const INSERT = 'INSERT INTO record_counts (collection, level, bucket, records) VALUES (?, 0, 0, 0)';
const IDS = "SELECT collection AS id FROM record_counts WHERE collection <> 'networks' ORDER BY id";

it('refuses the file of another application, and leaves it as it is', async () => {
  const other = openSqlite(path);
  other.exec('CREATE TABLE invoices (id TEXT)');
  other.close();
  const before = readFileSync(path);
  await expect(SqliteDatabase.open(path, new CallContext(), rows)).rejects.toMatchObject({
    kind: 'unavailable',
    cause: new Error(`${path}: the file has the tables of another application: invoices`),
  });
  expect(readFileSync(path)).toEqual(before);
  expect(readdirSync(folder)).toEqual(['records.db']);
});

it('opens a new file while another process makes its first change there', async () => {
  const other = openSqlite(path);
  other.exec('BEGIN IMMEDIATE; CREATE TABLE other (id TEXT); DROP TABLE other');
  const opening = SqliteDatabase.open(path, new CallContext(), rows);
  for (let turns = 0; turns < 100; turns++) await turn();
  other.exec('COMMIT');
  other.close();
  const database = await opening;
  await database.close();
});

describe(SqliteDatabase.name, () => {
  let database: SqliteDatabase;

  beforeEach(async () => {
    database = await SqliteDatabase.open(path, new CallContext(), rows);
  });

  afterEach(() => database.close());

  const insert = (id: string): Promise<unknown> => database.run(() => database.query(INSERT, [id]));

  it.each([
    ['journal_mode', 'wal', 'wal'],
    ['synchronous', 2, undefined],
    ['foreign_keys', 1, undefined],
    ['busy_timeout', 0, 100],
  ])('has the pragma %s = %s for writers', async (pragma, writers, readers) => {
    const value = async (): Promise<unknown> =>
      Object.values((await database.query<object>(`SELECT * FROM pragma_${pragma}`))[0]!)[0];
    expect(await database.run(value)).toBe(writers);
    if (readers !== undefined) expect(await value()).toBe(readers);
  });

  it('refuses a record that refers to none', async () => {
    const orphan = `INSERT INTO relayers (id, version, name, network_type, network, address, policies, paused, system_disabled,
      signer_id, search_text) VALUES ('orphan', 1, '', 'evm', 'sepolia', '', '{}', 0, 0, 'no such signer', '')`;
    await expect(database.run(() => database.query(orphan))).rejects.toMatchObject({
      code: 'SQLITE_CONSTRAINT_FOREIGNKEY',
    });
  });

  it('serves readers while a writer works, who see the last commit', async () => {
    await insert('committed');
    const [working, read] = [signal(), signal()];
    const writing = database.run(async () => {
      await database.query(INSERT, ['pending']);
      working.give();
      await read.given;
    });
    await working.given;
    expect(await database.query(IDS)).toEqual([{ id: 'committed' }]);
    read.give();
    await writing;
    expect(await database.query(IDS)).toEqual([{ id: 'committed' }, { id: 'pending' }]);
  });

  it('waits for the writer of another process', async () => {
    const other = openSqlite(path);
    other.exec('BEGIN IMMEDIATE');
    other.prepare(INSERT).run('other');
    const own = insert('own');
    await turn();
    expect(await database.query(IDS)).toEqual([]);
    other.exec('COMMIT');
    other.close();
    await own;
    expect(await database.query(IDS)).toEqual([{ id: 'other' }, { id: 'own' }]);
  });

  it('finishes what was begun before it closes', async () => {
    const begun = insert('begun');
    const closed = database.close();
    await Promise.all([begun, closed]);
    database = await SqliteDatabase.open(path, new CallContext(), rows);
    expect(await database.query(IDS)).toEqual([{ id: 'begun' }]);
  });

  it('is unavailable while its file is moved, and back with it', async () => {
    await insert('before');
    const seen = await database.snapshot();
    renameSync(path, `${path}.moved`);
    const unavailable = { kind: 'unavailable', message: 'the file of the database was moved or removed' };
    await expect(database.query(IDS)).rejects.toMatchObject(unavailable);
    await expect(insert('lost')).rejects.toMatchObject(unavailable);
    expect(await database.snapshot()).toBeUndefined();
    writeFileSync(path, '');
    await expect(database.query(IDS)).rejects.toMatchObject(unavailable);
    renameSync(`${path}.moved`, path);
    await insert('after');
    expect(await database.query(IDS)).toEqual([{ id: 'after' }, { id: 'before' }]);
    expect(await database.snapshot()).not.toBe(seen);
  });

  it('says which file it is', () => {
    expect(database.description).toBe(`SQLite ${path}`);
  });
});

it.each([
  ['is no database', () => path],
  ['cannot be made', () => join(path, 'below-a-file.db')],
])('a file that %s is not available', async (_, place) => {
  writeFileSync(
    path,
    'This is a text, which is long enough to be looked at as the header of a database file, and is none.',
  );
  await expect(SqliteDatabase.open(place(), new CallContext(), rows)).rejects.toThrow(DomainError);
  await expect(SqliteDatabase.open(place(), new CallContext(), rows)).rejects.toMatchObject({ kind: 'unavailable' });
});

describe('two writers who overlap, one of whom fails', () => {
  /** A inserts and fails after B, who began meanwhile, was told of success; returns what is stored in the end. */
  async function overlap(
    transaction: (work: (insert: (id: string) => Promise<unknown>) => Promise<void>) => Promise<void>,
    stored: () => Promise<unknown[]>,
  ): Promise<unknown[]> {
    const inserted = signal();
    let isAcknowledged = false;
    const first = transaction(async (insert) => {
      await insert('A');
      inserted.give();
      for (let waited = 0; waited < 20 && !isAcknowledged; waited++) await turn();
      throw new Error('A fails');
    });
    const failure = expect(first).rejects.toThrow('A fails');
    await inserted.given;
    await transaction(async (insert) => {
      await insert('B');
    });
    isAcknowledged = true;
    await failure;
    return stored();
  }

  it('lose an acknowledged commit with the transactions of TypeORM', async () => {
    const dataSource = new DataSource({
      type: 'better-sqlite3',
      driver: sqliteDriver(),
      database: path,
      enableWAL: true,
    });
    await dataSource.initialize();
    await dataSource.query('CREATE TABLE things (id TEXT PRIMARY KEY)');
    const kept = await overlap(
      (work) => dataSource.transaction((manager) => work((id) => manager.query('INSERT INTO things VALUES (?)', [id]))),
      () => dataSource.query('SELECT id FROM things'),
    );
    expect(kept).toEqual([]);
    await dataSource.destroy();
  });

  it('lose none with ours', async () => {
    const database = await SqliteDatabase.open(path, new CallContext(), rows);
    const kept = await overlap(
      (work) => database.run(() => work((id) => database.query(INSERT, [id]))),
      () => database.query(IDS),
    );
    expect(kept).toEqual([{ id: 'B' }]);
    await database.close();
  });
});
