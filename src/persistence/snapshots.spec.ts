import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { openSqlite } from './sqlite-driver';
import { CallContext } from '../kernel/call-context';
import { ServerSnapshots, SqliteSnapshots } from './snapshots';

describe('Snapshots of SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'snapshots-'));
  const open = (): Sqlite.Database => openSqlite(join(folder, 'test.db'));
  const writer = open();
  const reader = open();
  const ask = async (sql: string) => reader.prepare<[], { data_version: number }>(sql).all();
  const snapshots = new SqliteSnapshots(ask, () => 0, new CallContext());

  beforeAll(() => {
    writer.pragma('journal_mode = WAL');
    writer.exec('CREATE TABLE numbers (number integer)');
  });
  afterAll(() => {
    writer.close();
    rmSync(folder, { recursive: true });
  });

  it('change with a commit of any connection, and with nothing else', async () => {
    const first = await snapshots.take();
    writer.exec('BEGIN IMMEDIATE');
    writer.exec('INSERT INTO numbers VALUES (1)');
    expect(await snapshots.take()).toBe(first);
    writer.exec('COMMIT');
    const second = await snapshots.take();
    expect(second).not.toBe(first);
    expect(await snapshots.take()).toBe(second);
  });

  it('change with the commits that the writer counts', async () => {
    let commits = 0;
    const counted = new SqliteSnapshots(ask, () => commits, new CallContext());
    const first = await counted.take();
    commits++;
    expect(await counted.take()).not.toBe(first);
  });

  it('are asked for once for all who wait, after the last of them came', async () => {
    let questions = 0;
    const counted = new SqliteSnapshots(
      (sql) => (questions++, ask(sql)),
      () => 0,
      new CallContext(),
    );
    const early = counted.take();
    writer.exec('INSERT INTO numbers VALUES (2)');
    const late = counted.take();
    expect(await early).toBe(await late);
    expect(questions).toBe(1);
    expect(await counted.take()).toBe(await late);
    expect(questions).toBe(2);
  });

  it('are undefined where the file cannot be read', async () => {
    reader.close();
    expect(await snapshots.take()).toBeUndefined();
  });
});

describe('Snapshots of a server', () => {
  interface Question {
    readonly answer: (text: string) => void;
    readonly fail: () => void;
  }
  const asked: Question[] = [];
  let losses = 0;
  const snapshots = (): ServerSnapshots => {
    asked.length = 0;
    const ask = (): Promise<{ text: string }[]> =>
      new Promise((resolve, reject) => {
        asked.push({ answer: (text) => resolve([{ text }]), fail: () => reject(new Error('lost')) });
      });
    return new ServerSnapshots(ask, () => losses, new CallContext());
  };
  const turns = async (): Promise<void> => {
    for (let count = 0; count < 5; count++) await new Promise((resolve) => setImmediate(resolve));
  };

  it('are asked for once for all who wait', async () => {
    const one = snapshots();
    const texts = [one.take(), one.take(), one.take()];
    await turns();
    expect(asked).toHaveLength(1);
    asked[0]!.answer('a');
    expect(new Set(await Promise.all(texts)).size).toBe(1);
  });

  it('are asked for again for whoever comes while a question is on its way', async () => {
    const one = snapshots();
    const first = one.take();
    await turns();
    const second = one.take();
    const third = one.take();
    await turns();
    expect(asked).toHaveLength(1);
    asked[0]!.answer('a');
    const before = await first;
    await turns();
    expect(asked).toHaveLength(2);
    asked[1]!.answer('b');
    expect(await second).not.toBe(before);
    expect(await third).toBe(await second);
  });

  it.each(['a question that fails', 'a connection that is lost'])('equal none from before %s', async (what) => {
    const one = snapshots();
    const take = async (): Promise<string | undefined> => {
      const text = one.take();
      await turns();
      asked.at(-1)!.answer('a');
      return text;
    };
    const before = await take();
    expect(await take()).toBe(before);
    if (what === 'a connection that is lost') losses++;
    else {
      const failed = one.take();
      await turns();
      asked.at(-1)!.fail();
      expect(await failed).toBeUndefined();
    }
    expect(await take()).not.toBe(before);
  });

  it('are given up in time, and not asked for again while the question holds a connection', async () => {
    const one = snapshots();
    expect(await one.take()).toBeUndefined();
    expect(await one.take()).toBeUndefined();
    expect(asked).toHaveLength(1);
    asked[0]!.answer('a');
    await turns();
    const again = one.take();
    await turns();
    asked[1]!.answer('a');
    expect(await again).toBeDefined();
  });
});
