import { AuditService, type Verification } from '../../src/audit/audit.service';
import { chained, type PendingEntry, type SealedEntry, START } from '../../src/audit/domain/audit-chain';
import { AuditKey } from '../../src/audit/domain/audit-key';
import { AuditLog } from '../../src/audit/domain/audit-log';
import type { NotedHead } from '../../src/audit/domain/noted-heads';
import { entryRowOf, sealedRowOf } from '../../src/audit/typeorm/audit-entry.mapper';
import { KeysService } from '../../src/encryption/keys.service';
import { Database } from '../../src/persistence/database';
import { insertRows } from '../../src/persistence/many-records';
import type { Parameter } from '../../src/persistence/statement';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { openApp, type OpenApp } from '../support/open-app';
import { readPage } from '../support/read-page';
import { createRelayer } from '../support/samples';

const ENTRIES = 6;
const FORGED = 'was not written there by this service';
const [OLD, NEW] = ['old', 'new'].map((id, index) => ({ id, key: Buffer.alloc(32, index + 1) }));

/** Somebody who knows all of this program, and writes to its database, but has no key. */
onEachDatabase('The audit log against who writes to its database', (create) => {
  let database: TestDatabase;
  let service: OpenApp;

  beforeEach(async () => {
    database = await create();
    service = await openApp({ database, settings: { encryptionKeys: [OLD!] } });
    await createRelayer(service);
    for (let entry = 4; entry <= ENTRIES; entry++) await rename(`Name ${String(entry)}`);
    expect(await verify()).toEqual({ head: { sequence: ENTRIES, hash: expect.any(String) } });
  }, 60_000);
  afterEach(async () => {
    await service.close();
    await database.drop();
  });

  const rename = async (name: string): Promise<void> => {
    expect((await service.call('PATCH', '/api/v1/relayers/relayer', { name })).status).toBe(200);
  };
  const restart = async (...encryptionKeys: { readonly id: string; readonly key: Buffer }[]): Promise<void> => {
    await service.close();
    service = await openApp({ database, settings: { encryptionKeys } });
  };
  const verify = (...noted: readonly NotedHead[]): Promise<Verification> => service.app.get(AuditService).verify(noted);
  const execute = async (sql: string, parameters: readonly Parameter[] = []): Promise<void> => {
    const rows = service.app.get(Database);
    await rows.run(() => rows.query(sql, parameters));
  };
  const sealed = async (): Promise<SealedEntry[]> =>
    (await readPage(service.app.get(AuditLog).page({ page: 1n, perPage: 1000 }, {}))).items;

  /** Puts entries in the place of all, with hashes and a head that fit; each keeps its code. */
  async function replaceAll(entries: readonly PendingEntry[]): Promise<void> {
    const all = chained(entries, START, ({ code }) => code);
    const rows = service.app.get(Database);
    await rows.run(async () => {
      await rows.query('DELETE FROM audit_events');
      await insertRows(rows, 'audit_events', all.map(sealedRowOf));
      await rows.query('UPDATE audit_head SET seq = ?, hash = ?', [all.length, all.at(-1)?.hash ?? START.hash]);
    });
  }

  const insertPending = async (entry: PendingEntry): Promise<void> => {
    const rows = service.app.get(Database);
    await rows.run(() => insertRows(rows, 'pending_audit_entries', [entryRowOf(entry)]));
  };

  it('finds an entry that was rewritten, with all hashes computed anew', async () => {
    await replaceAll((await sealed()).map((entry) => (entry.sequence === 3 ? { ...entry, actor: 'somebody' } : entry)));
    expect((await verify()).broken).toEqual({ sequence: 3, reason: FORGED });
  });

  it('finds an entry that was rewritten, with a code by another key', async () => {
    const other = AuditKey.make(undefined);
    const all = (await sealed()).map((entry) => (entry.sequence === 3 ? { ...entry, actor: 'somebody' } : entry));
    await replaceAll(all);
    const [third] = (await sealed()).slice(2);
    await execute('UPDATE audit_events SET code = ? WHERE seq = 3', [other.codeOfLink(third!.hash)]);
    expect((await verify()).broken).toEqual({ sequence: 3, reason: FORGED });
  });

  it('finds two entries that were exchanged, and one that was taken out, with all hashes computed anew', async () => {
    const [first, second, third, ...others] = (await sealed()) as [SealedEntry, SealedEntry, SealedEntry];
    await replaceAll([first, third, second, ...others]);
    expect((await verify()).broken).toEqual({ sequence: 2, reason: FORGED });
    await replaceAll([first, third, ...others]);
    expect((await verify()).broken).toEqual({ sequence: 2, reason: FORGED });
    await replaceAll([second, third, ...others]);
    expect((await verify()).broken).toEqual({ sequence: 1, reason: FORGED });
  });

  it.each([0, -1])('finds an entry that was put before the first one, as number %i, and lists none', async (number) => {
    await execute(
      `INSERT INTO audit_events (seq, at, actor, actor_name, action, resource, resource_id, version, request_id, document, code, hash)
       SELECT ${String(number)}, at, 'mallory', actor_name, action, resource, resource_id, version, request_id, document, code, hash
       FROM audit_events WHERE seq = ${String(ENTRIES)}`,
    );
    expect((await verify()).broken).toEqual({ sequence: number, reason: 'stands before the first entry' });
    for (const query of ['', '?actor=mallory', '?resource=relayer&id=relayer']) {
      const { json } = await service.call('GET', `/api/v1/audit-events${query}`);
      expect((json.data as { sequence: number }[]).filter(({ sequence }) => sequence < 1)).toEqual([]);
    }
  });

  it('finds that all entries were removed, also after others were written', async () => {
    await replaceAll([]);
    expect((await verify()).broken).toEqual({ sequence: 1, reason: 'is missing' });
    await rename('Written after all');
    expect((await verify()).broken).toEqual({ sequence: 1, reason: 'is not the first that was written' });
    await restart(OLD!);
    expect((await verify()).broken).toEqual({ sequence: 1, reason: 'is not the first that was written' });
  });

  it('finds that all entries were removed with their key', async () => {
    await replaceAll([]);
    await execute('DELETE FROM audit_keys');
    expect((await verify()).broken).toEqual({ sequence: 1, reason: 'is missing' });
    await restart(OLD!);
    expect(service.logged.join()).toContain('The key of the audit log is missing');
    expect((await verify()).broken).toEqual({ sequence: 1, reason: 'is missing' });
    await rename('Written with another key');
    expect((await verify()).broken).toEqual({ sequence: 1, reason: 'is not the first that was written' });
  });

  it('finds that the key is missing', async () => {
    await execute('DELETE FROM audit_keys');
    expect((await verify()).broken).toEqual({
      sequence: 1,
      reason: 'cannot be verified, as the key of the log is missing',
    });
  });

  it('finds a pending entry that somebody else wrote', async () => {
    const [, second] = await sealed();
    await insertPending({ ...second!, actor: 'somebody', code: AuditKey.make(undefined).codeOf(second!) });
    await rename('Written after it');
    expect((await verify()).broken).toEqual({ sequence: ENTRIES + 1, reason: FORGED });
    expect(service.logged.join()).toContain('was not written by this service');
  });

  it('finds an entry that is pending again, as it was before it was sealed', async () => {
    const rows = service.app.get(Database);
    const [pending] = await rows.run(async () => {
      const log = service.app.get(AuditLog);
      await log.append(await log.prepare([{ resource: 'test', id: 'test', action: 'test.ran' }]));
      return rows.query<{ readonly code: string }>('SELECT code FROM pending_audit_entries');
    });
    expect((await verify()).broken).toBeUndefined();
    const [last] = (await sealed()).slice(-1);
    await insertPending({ ...last!, code: pending!.code });
    expect((await verify()).broken).toEqual({ sequence: ENTRIES + 2, reason: FORGED });
  });

  it('finds by a head that was noted that the end was cut off, or set back', async () => {
    const { head } = await verify();
    const all = await sealed();
    const setBack = async (): Promise<void> => {
      await execute('DELETE FROM audit_events WHERE seq > 4');
      await execute('UPDATE audit_head SET seq = 4, hash = ?', [all[3]!.hash]);
    };
    await setBack();
    expect((await verify()).broken).toBeUndefined();
    for (const noted of [head, { hash: head.hash }]) {
      expect((await verify(noted)).broken).toEqual({ sequence: 5, reason: 'is missing' });
    }
    expect((await verify(all[3]!)).broken).toBeUndefined();
    await rename('Written over it');
    await rename('And after');
    expect((await verify()).broken).toBeUndefined();
    expect((await verify(all[3]!, head)).broken).toEqual({ sequence: 6, reason: 'is not the one that was noted' });
    expect((await verify({ hash: head.hash })).broken).toEqual({ sequence: 7, reason: 'is missing' });
  });

  it('verifies old entries after the key that they were sealed under has gone', async () => {
    const { head } = await verify();
    await restart(NEW!, OLD!);
    const { resealed, remaining } = await service.app.get(KeysService).rotate();
    expect([resealed.audit_keys, remaining]).toEqual([1, 0]);
    await restart(NEW!);
    await rename('Written with the other key');
    expect((await verify(head)).broken).toBeUndefined();
    await replaceAll((await sealed()).map((entry) => (entry.sequence === 2 ? { ...entry, actor: 'somebody' } : entry)));
    expect((await verify()).broken).toEqual({ sequence: 2, reason: FORGED });
  });
});
