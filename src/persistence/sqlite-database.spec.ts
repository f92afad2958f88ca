import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { signal } from '../../test/support/signal';
import { DomainError } from '../kernel/domain-error';
import { SqliteDatabase } from './sqlite-database';

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
const IDS = 'SELECT collection AS id FROM record_counts ORDER BY id';

describe(SqliteDatabase.name, () => {
  let database: SqliteDatabase;

  beforeEach(async () => {
    database = await SqliteDatabase.open(path);
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
    const orphan = `INSERT INTO relayers (id, version, document, network_type, network, paused, system_disabled, signer_id,
      search_text) VALUES ('orphan', 1, '{}', 'evm', 'sepolia', 0, 0, 'no such signer', '')`;
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
    const other = new Sqlite(path);
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

  it('has another state for all who come later, once another process has changed something', async () => {
    const before = database.state();
    const other = new Sqlite(path);
    other.prepare(INSERT).run('other');
    other.close();
    await turn();
    const after = database.state();
    expect(after).not.toBe(before);
    await turn();
    expect(database.state()).toBe(after);
  });

  it('has another state after each of its own changes, also where the next one follows at once', async () => {
    const [working, queued] = [signal(), signal()];
    const first = database.run(async () => {
      await database.query(INSERT, ['first']);
      working.give();
      await queued.given;
    });
    const states = [first.then(() => database.state())];
    await working.given;
    states.push(insert('second').then(() => database.state()));
    queued.give();
    expect(new Set(await Promise.all(states)).size).toBe(2);
  });

  it('finishes what was begun before it closes', async () => {
    const begun = insert('begun');
    const closed = database.close();
    await Promise.all([begun, closed]);
    database = await SqliteDatabase.open(path);
    expect(await database.query(IDS)).toEqual([{ id: 'begun' }]);
  });

  it('is new to the one who made the schema only', async () => {
    const second = await SqliteDatabase.open(path);
    expect([database.isNew, second.isNew]).toEqual([true, false]);
    await second.close();
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
  await expect(SqliteDatabase.open(place())).rejects.toThrow(DomainError);
  await expect(SqliteDatabase.open(place())).rejects.toMatchObject({ kind: 'unavailable' });
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
    const dataSource = new DataSource({ type: 'better-sqlite3', database: path, enableWAL: true });
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
    const database = await SqliteDatabase.open(path);
    const kept = await overlap(
      (work) => database.run(() => work((id) => database.query(INSERT, [id]))),
      () => database.query(IDS),
    );
    expect(kept).toEqual([{ id: 'B' }]);
    await database.close();
  });
});
