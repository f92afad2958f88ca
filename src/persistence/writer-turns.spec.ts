import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import { openSqlite, sqliteDriver } from './sqlite-driver';
import { DataSource, type QueryRunner } from 'typeorm';
import { WriterTurns } from './writer-turns';

describe(WriterTurns.name, () => {
  let folder: string;
  let path: string;
  let dataSource: DataSource;
  let writer: QueryRunner;
  let reader: Sqlite.Database;
  let turns: WriterTurns;
  /** The statements that ended a transaction of the writer. */
  let ended: string[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'turns-'));
    path = join(folder, 'records.db');
    ended = [];
    dataSource = new DataSource({
      type: 'better-sqlite3',
      driver: sqliteDriver(),
      database: path,
      enableWAL: true,
      timeout: 0,
      verbose: (sql: unknown) => {
        if (sql === 'COMMIT' || sql === 'ROLLBACK') ended.push(sql);
      },
    });
    await dataSource.initialize();
    writer = dataSource.createQueryRunner();
    await writer.query('CREATE TABLE record_counts (id TEXT PRIMARY KEY)');
    await writer.query('CREATE TABLE parents (id TEXT PRIMARY KEY)');
    await writer.query(
      'CREATE TABLE things (id TEXT PRIMARY KEY, parent TEXT REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)',
    );
    reader = openSqlite(path, { timeout: 0 });
    turns = new WriterTurns(writer);
  });

  afterEach(async () => {
    await dataSource.destroy();
    reader.close();
    rmSync(folder, { recursive: true });
  });

  const insert = (id: string, parent: string | null = null): Promise<unknown> =>
    writer.query('INSERT INTO things (id, parent) VALUES (?, ?)', [id, parent]);
  const committed = (): unknown[] => reader.prepare('SELECT id FROM things ORDER BY id').pluck().all();

  it('commits those who wait at the same time together, in the order in which they came', async () => {
    const order: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        turns.take(async () => {
          order.push(`${id} starts`);
          await turn();
          await insert(id);
          order.push(`${id} ends`);
        }),
      ),
    );
    expect(order).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
    expect(committed()).toEqual(['a', 'b', 'c']);
    expect(ended).toEqual(['COMMIT']);
  });

  it('answers each with what its own work did', async () => {
    const answers = await Promise.all(
      ['a', 'b'].map((id) =>
        turns.take(async () => {
          await insert(id);
          return `${id} done`;
        }),
      ),
    );
    expect(answers).toEqual(['a done', 'b done']);
  });

  it('undoes the one that fails, and no other', async () => {
    const outcomes = await Promise.allSettled([
      turns.take(async () => insert('before')),
      turns.take(async () => {
        await insert('failing');
        await turn();
        throw new Error('refused');
      }),
      turns.take(async () => insert('after')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { message: 'refused' } });
    expect(committed()).toEqual(['after', 'before']);
    expect(ended).toEqual(['COMMIT']);
  });

  it('acknowledges nobody before the commit', async () => {
    const seen: unknown[] = [];
    const first = turns.take(async () => insert('first')).then(() => seen.push(committed()));
    const second = turns.take(async () => {
      for (let turnsWaited = 0; turnsWaited < 5; turnsWaited++) await turn();
      seen.push('the second one works');
      await insert('second');
    });
    await Promise.all([first, second]);
    expect(seen).toEqual(['the second one works', ['first', 'second']]);
  });

  it('acknowledges nobody before the commit where one fails that had changed something', async () => {
    const seen: unknown[] = [];
    const first = turns.take(async () => insert('first')).then(() => seen.push(committed()));
    const second = turns.take(async () => {
      await insert('second');
      for (let turnsWaited = 0; turnsWaited < 5; turnsWaited++) await turn();
      throw new Error('refused');
    });
    await expect(second).rejects.toThrow('refused');
    await first;
    expect(seen).toEqual([['first']]);
  });

  it('rejects all when the commit fails, keeps nothing, and goes on', async () => {
    const outcomes = await Promise.allSettled([
      turns.take(async () => insert('innocent')),
      turns.take(async () => insert('orphan', 'no such parent')),
    ]);
    expect(outcomes).toMatchObject(
      [1, 2].map(() => ({ status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } })),
    );
    expect(committed()).toEqual([]);
    await turns.take(async () => insert('next'));
    expect(committed()).toEqual(['next']);
    expect(ended).toEqual(['COMMIT', 'ROLLBACK', 'COMMIT']);
  });

  it('rejects all when one of them ended the whole transaction, as a full disk does', async () => {
    const outcomes = await Promise.allSettled([
      turns.take(async () => insert('innocent')),
      turns.take(async () => {
        await writer.query('ROLLBACK');
        throw new Error('disk full');
      }),
      turns.take(async () => insert('never tried')),
    ]);
    expect(outcomes).toMatchObject([1, 2, 3].map(() => ({ status: 'rejected', reason: { message: 'disk full' } })));
    await turns.take(async () => insert('next'));
    expect(committed()).toEqual(['next']);
  });

  it('rejects all, too, when one ends the whole transaction after another one had to be undone', async () => {
    const outcomes = await Promise.allSettled([
      turns.take(async () => insert('innocent')),
      turns.take(async () => {
        await insert('refused');
        throw new Error('refused');
      }),
      turns.take(async () => {
        await writer.query('ROLLBACK');
        throw new Error('disk full');
      }),
      turns.take(async () => insert('never tried')),
    ]);
    expect(outcomes).toMatchObject([1, 2, 3, 4].map(() => ({ status: 'rejected', reason: { message: 'disk full' } })));
    expect(committed()).toEqual([]);
  });

  it('runs each in the asynchronous context of its caller', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen = await Promise.all(
      ['one', 'two'].map((name) =>
        context.run(name, () =>
          turns.take(async () => {
            await turn();
            return context.getStore();
          }),
        ),
      ),
    );
    expect(seen).toEqual(['one', 'two']);
  });

  it('waits while another process writes, and lets this one go on meanwhile', async () => {
    const other = openSqlite(path);
    other.exec('BEGIN IMMEDIATE');
    other.prepare("INSERT INTO things (id) VALUES ('other')").run();
    let isDone = false;
    const own = turns.take(async () => insert('own')).then(() => (isDone = true));
    for (let readings = 0; readings < 20; readings++) {
      await wait(1);
      expect(committed()).toEqual([]);
    }
    expect(isDone).toBe(false);
    other.exec('COMMIT');
    await own;
    expect(committed()).toEqual(['other', 'own']);
    other.close();
  });

  it('tells when nobody writes any more', async () => {
    let isDone = false;
    void turns.take(async () => {
      await turn();
      void turns.take(async () => {
        await turn();
        isDone = true;
      });
    });
    await turns.idle();
    expect(isDone).toBe(true);
  });

  it('lets nobody wait for longer than that, for others of this process either, and does nothing for them then', async () => {
    const short = new WriterTurns(writer, 100);
    const end = new EventEmitter();
    const slow = short.take(() => insert('slow').then(() => once(end, 'end')));
    const sameGroup = short.take(async () => insert('same group'));
    await expect(sameGroup).rejects.toMatchObject({ kind: 'unavailable' });
    const nextGroup = short.take(async () => insert('next group'));
    expect(short.length).toBe(2);
    await expect(nextGroup).rejects.toMatchObject({ kind: 'unavailable' });
    expect(short.length).toBe(1);
    end.emit('end');
    await slow;
    await short.take(async () => insert('afterwards'));
    expect(committed()).toEqual(['afterwards', 'slow']);
  });

  it('lets everybody wait for another process for the same time, whenever they came', async () => {
    const short = new WriterTurns(writer, 500);
    reader.exec('BEGIN IMMEDIATE');
    const heard: string[] = [];
    const take = (id: string) => short.take(async () => insert(id)).catch(() => heard.push(id));
    const first = take('a');
    const second = wait(250).then(() => take('b'));
    const third = first.then(() => take('c'));
    await first.then(() => second);
    // Had they waited for one another, the third would have heard at the same moment as the second, or never.
    expect(heard).toEqual(['a', 'b']);
    reader.exec('COMMIT');
    await third;
    expect(heard).toEqual(['a', 'b']);
    expect(committed()).toEqual(['c']);
  });
});
