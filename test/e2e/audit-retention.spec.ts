import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AuditService, type Verification } from '../../src/audit/audit.service';
import { hashOf, type SealedEntry } from '../../src/audit/domain/audit-chain';
import { AuditLog } from '../../src/audit/domain/audit-log';
import type { NotedHead } from '../../src/audit/domain/noted-heads';
import { ChangeLog } from '../../src/kernel/change-log';
import { insertRows } from '../../src/persistence/many-records';
import { AuditRetention } from '../../src/clean-up/audit-retention';
import { Database } from '../../src/persistence/database';
import type { Parameter } from '../../src/persistence/statement';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { openApp, type OpenApp } from '../support/open-app';
import { scratchFolder } from '../support/scratch';

const DAY = 86_400_000;
const OLD = 5;
const NEW = 3;

onEachDatabase('The audit log that is not to grow for ever', (create) => {
  const folder = scratchFolder();
  const archive = (): string => join(folder(), 'archive');
  let database: TestDatabase;
  let service: OpenApp;
  let clock: FixedClock;

  beforeEach(async () => {
    database = await create();
    clock = new FixedClock();
    service = await open();
    for (let index = 0; index < OLD; index++) await change(`old-${String(index)}`);
    expect(await verify()).toEqual({ head: { sequence: OLD, hash: expect.any(String) } });
    clock.advance(2 * DAY);
    for (let index = 0; index < NEW; index++) await change(`new-${String(index)}`);
  }, 60_000);
  afterEach(async () => {
    await service.close();
    await database.drop();
  });

  const open = (retentionDays = 1): Promise<OpenApp> =>
    openApp({
      database,
      extensions: [FixedClockModule.with(clock)],
      settings: { audit: { retentionDays, archiveFolder: archive() } },
    });
  const change = async (id: string): Promise<void> => {
    const body = { id, url: 'https://hooks.example.com/a' };
    expect((await service.call('POST', '/api/v1/notifications', body)).status).toBe(201);
  };
  const retain = (): Promise<void> => service.app.get(AuditRetention).run();
  const verify = (...noted: readonly NotedHead[]): Promise<Verification> => service.app.get(AuditService).verify(noted);
  const execute = async <Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> => {
    const rows = service.app.get(Database);
    return rows.run(() => rows.query<Row>(sql, parameters));
  };
  const listed = async (query = 'per_page=100'): Promise<string[]> => {
    const { json } = await service.call('GET', `/api/v1/audit-events?${query}`);
    const entries = json.data as readonly { readonly sequence: number; readonly action: string; readonly id: string }[];
    return entries.map(({ sequence, id }) => `${String(sequence)} ${id}`);
  };
  const archived = (name: string): [{ readonly follows: string }, ...SealedEntry[]] => {
    const text = gunzipSync(readFileSync(join(archive(), name))).toString();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as SealedEntry) as never;
  };
  const LEFT = ['6 new-0', '7 new-1', '8 new-2', '9 audit'];

  it('has its old entries moved to a file, from which the others go on, and verifies', async () => {
    const before = await verify();
    await retain();
    expect(await listed()).toEqual(LEFT);
    expect(await listed('page=2&per_page=3')).toEqual(['9 audit']);
    const [name, ...others] = readdirSync(archive());
    expect(others).toEqual([]);
    expect(name).toMatch(/^audit-000000000001-000000000005-[0-9a-f]{8}\.ndjson\.gz$/);
    expect(statSync(join(archive(), name!)).mode & 0o777).toBe(0o600);
    const [{ follows }, ...entries] = archived(name!);
    expect(entries.map(({ id }) => id)).toEqual(['old-0', 'old-1', 'old-2', 'old-3', 'old-4']);
    let hash = follows.replace('0:', '');
    for (const entry of entries) expect(entry.hash).toBe((hash = hashOf(entry, hash)));
    const after = await verify();
    expect(after).toEqual({ head: { sequence: 9, hash: expect.any(String) }, cut: { sequence: OLD, hash } });
    expect(await verify({ sequence: OLD, hash }, { sequence: 2, hash: entries[1]!.hash }, before.head)).toEqual(after);
    expect((await verify({ sequence: OLD, hash: 'f'.repeat(64) })).broken).toEqual({
      sequence: OLD,
      reason: 'is not the one that was noted',
    });
    const { json } = await service.call('GET', '/api/v1/audit-events?resource=audit_log');
    expect(json.data).toMatchObject([
      { action: 'audit_log.cut', actor: { id: 'service' }, after: { through: OLD, hash, file: name } },
    ]);
  });

  it('goes on so, file by file, also when all of it is old', async () => {
    await retain();
    clock.advance(2 * DAY);
    await retain();
    expect(readdirSync(archive()).map((name) => name.slice(0, 31))).toEqual([
      'audit-000000000001-000000000005',
      'audit-000000000006-000000000009',
    ]);
    expect(await listed()).toEqual(['10 audit']);
    expect(await verify()).toMatchObject({ head: { sequence: 10 }, cut: { sequence: 9 } });
    await change('next');
    expect(await verify()).toEqual({ head: { sequence: 11, hash: expect.any(String) }, cut: expect.anything() });
    await service.close();
    service = await open();
    expect(await verify()).not.toHaveProperty('broken');
  });

  it('is left alone, and nothing is committed, where nothing is old', async () => {
    await retain();
    await verify();
    const rows = service.app.get(Database);
    let transactions = 0;
    rows.watch({ queried: () => undefined, transacted: () => transactions++ });
    await retain();
    expect(transactions).toBe(0);
    expect(readdirSync(archive())).toHaveLength(1);
  });

  it('loses nothing where it ends between the file and the cut, or between the cut and the deletion', async () => {
    const rows = service.app.get(Database);
    const forbid = async (name: string, event: string): Promise<void> => {
      if (rows.dataSource.options.type === 'postgres') {
        await execute(
          `CREATE FUNCTION ${name}() RETURNS trigger AS 'BEGIN RAISE EXCEPTION ''killed''; END' LANGUAGE plpgsql`,
        );
        await execute(`CREATE TRIGGER ${name} BEFORE ${event} FOR EACH ROW EXECUTE FUNCTION ${name}()`);
      } else await execute(`CREATE TRIGGER ${name} BEFORE ${event} BEGIN SELECT RAISE(FAIL, 'killed'); END`);
    };
    const allow = async (name: string, table: string): Promise<void> => {
      await execute(`DROP TRIGGER ${name}${rows.dataSource.options.type === 'postgres' ? ` ON ${table}` : ''}`);
    };
    await forbid('no_cut', 'UPDATE OF cut_seq ON audit_head');
    await expect(retain()).rejects.toThrow('killed');
    expect(await listed()).toHaveLength(OLD + NEW);
    expect(readdirSync(archive())).toHaveLength(1);
    expect(await verify()).toEqual({ head: { sequence: OLD + NEW, hash: expect.any(String) } });
    await allow('no_cut', 'audit_head');

    await forbid('no_deletion', 'DELETE ON audit_events');
    await expect(retain()).rejects.toThrow('killed');
    expect(await verify()).toMatchObject({ head: { sequence: 9 }, cut: { sequence: OLD } });
    expect(await listed()).toEqual(LEFT);
    await allow('no_deletion', 'audit_events');
    await retain();
    expect(await execute('SELECT seq FROM audit_events WHERE seq <= ?', [OLD])).toEqual([]);
    expect(await verify()).not.toHaveProperty('broken');
    for (const name of readdirSync(archive())) expect(archived(name)).toHaveLength(1 + OLD);
  });

  it('is cut by one of several instances', async () => {
    const other = await open();
    await Promise.all([retain(), other.app.get(AuditRetention).run()]);
    await other.close();
    expect(await listed()).toEqual(LEFT);
    expect(await verify()).not.toHaveProperty('broken');
    expect(readdirSync(archive())).toHaveLength(1);
  });

  it.each([
    ['looks for what is old', 1, 3, ['1-5', '6-8']],
    ['writes it to a file', 2, 1, ['1-8']],
  ])('is not taken for broken by an instance that %s while another cuts it', async (_, reading, days, files) => {
    clock.advance(2 * DAY);
    const log = service.app.get(AuditLog);
    const other = await open(days);
    const read = log.page.bind(log);
    let readings = 0;
    jest.spyOn(log, 'page').mockImplementation(async (...asked) => {
      if (++readings === reading) await other.app.get(AuditRetention).run();
      return read(...asked);
    });
    await retain();
    await other.close();
    expect(service.logged.join('')).not.toContain('broken');
    expect(readdirSync(archive()).map((name) => name.replace(/^audit-0+(\d+-)0+(\d+)-.*$/, '$1$2'))).toEqual(files);
    expect((await listed())[0]).toBe('9 audit');
    expect(await verify()).not.toHaveProperty('broken');
  });

  describe('against who writes to the database', () => {
    const CUT_BY_NOBODY = 'and those before it were not cut off by this service';

    it('finds entries that were removed without a cut', async () => {
      await execute('DELETE FROM audit_events WHERE seq <= 3');
      expect((await verify()).broken).toEqual({ sequence: 1, reason: 'is missing' });
    });

    it('finds a cut that was forged, moved, or taken away', async () => {
      await verify();
      const rows = await execute<{ hash: string; at: string }>('SELECT hash, at FROM audit_events WHERE seq = 6');
      const { hash, at } = rows[0]!;
      await execute('UPDATE audit_head SET cut_seq = 6, cut_hash = ?, cut_at = ?, cut_code = ?', [
        hash,
        at,
        'f'.repeat(64),
      ]);
      expect((await verify()).broken).toEqual({ sequence: 6, reason: CUT_BY_NOBODY });
      await execute('UPDATE audit_head SET cut_seq = NULL, cut_hash = NULL, cut_at = NULL, cut_code = NULL');
      await retain();
      await execute('UPDATE audit_head SET cut_seq = 6, cut_hash = ?', [hash]);
      expect((await verify()).broken).toEqual({ sequence: 6, reason: CUT_BY_NOBODY });
      await execute('UPDATE audit_head SET cut_seq = NULL');
      expect((await verify()).broken).toEqual({ sequence: 1, reason: 'is missing' });
    });

    it('finds entries that were removed behind a cut, all of them too', async () => {
      await retain();
      await verify();
      await execute('DELETE FROM audit_events WHERE seq = 6');
      expect((await verify()).broken).toEqual({ sequence: 6, reason: 'is missing' });
      await execute('DELETE FROM audit_events');
      await execute('UPDATE audit_head SET seq = cut_seq, hash = cut_hash');
      expect((await verify()).broken).toEqual({ sequence: 6, reason: 'is missing' });
    });

    it('finds an entry that was cut off and is put in as a new one', async () => {
      const rows = service.app.get(Database);
      const [pending] = await rows.run(async () => {
        await service.app.get(ChangeLog).record({ entry: { resource: 'test', id: 'test', action: 'test.ran' } });
        return rows.query<Record<string, Parameter>>("SELECT * FROM pending_audit_entries WHERE resource = 'test'");
      });
      await verify();
      clock.advance(2 * DAY);
      await retain();
      expect(await verify()).not.toHaveProperty('broken');
      await rows.run(() => insertRows(rows, 'pending_audit_entries', [pending!]));
      expect((await verify()).broken).toEqual({ sequence: 11, reason: 'was not written there by this service' });
    });

    it('is not cut where it does not verify, so that what is wrong there stays', async () => {
      await execute("UPDATE audit_events SET actor = 'somebody' WHERE seq = 3");
      await retain();
      expect(await listed()).toHaveLength(OLD + NEW);
      expect((await verify()).broken).toMatchObject({ sequence: 3 });
      expect(service.logged.join('')).toContain('The audit log is broken, and not cut');
    });
  });
});
