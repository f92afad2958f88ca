import { setImmediate as turn } from 'node:timers/promises';
import { AuditService, type Verification } from '../../src/audit/audit.service';
import { hashOf } from '../../src/audit/domain/audit-chain';
import { AuditLog } from '../../src/audit/domain/audit-log';
import { Database } from '../../src/persistence/database';
import type { Parameter } from '../../src/persistence/statement';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { openApp, type OpenApp } from '../support/open-app';
import { readPage } from '../support/read-page';
import { createRelayer } from '../support/samples';

const ENTRIES = 8;
const ALTERED = 'was altered, or does not follow the entry before it';

onEachDatabase('The chain of the audit trail', (create) => {
  let database: TestDatabase;
  let service: OpenApp;

  beforeAll(async () => {
    database = await create();
    service = await openApp({ database });
    await createRelayer(service);
    for (let entry = 4; entry <= ENTRIES; entry++) {
      await service.call('PATCH', '/api/v1/relayers/relayer', { name: `Name ${String(entry)}` });
    }
  });

  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const execute = async (sql: string, parameters: readonly Parameter[] = []): Promise<void> => {
    await service.app.get(Database).query(sql, parameters);
  };
  const verify = (): Promise<Verification> => service.app.get(AuditService).verify();

  /** What `verify` finds after some tampering, which is undone. */
  async function afterTampering(tamper: () => Promise<void>): Promise<Verification['broken']> {
    const undo = new Error('undo');
    let found: Verification | undefined;
    await service.app
      .get(Database)
      .run(async () => {
        await tamper();
        found = await verify();
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    expect((await verify()).broken).toBeUndefined();
    return found?.broken;
  }

  const swap = async (column: string): Promise<void> => {
    await execute(`UPDATE audit_events SET ${column} = 100 + ${column} WHERE seq IN (4, 5)`);
    await execute(
      `UPDATE audit_events SET ${column} = CASE ${column} WHEN 104 THEN 5 ELSE 4 END WHERE ${column} > 100`,
    );
  };

  it('is intact after nothing but changes, and names its head', async () => {
    const { head, broken } = await verify();
    expect(broken).toBeUndefined();
    expect(head).toEqual({ sequence: ENTRIES, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('is intact at every moment while it grows', async () => {
    const separate = await create();
    const other = await openApp({ database: separate });
    await createRelayer(other);
    const patches = Array.from({ length: 60 }, (_, index) =>
      other.call('PATCH', '/api/v1/relayers/relayer', { name: `Name ${String(index)}` }),
    );
    const pending = new Set(patches);
    for (const patch of patches) void patch.then(() => pending.delete(patch));
    const found: Verification[] = [];
    while (pending.size > 0) {
      found.push(await other.app.get(AuditService).verify());
      await turn();
    }
    found.push(await other.app.get(AuditService).verify());
    await other.close();
    await separate.drop();
    expect(found.flatMap(({ broken }) => broken ?? [])).toEqual([]);
    expect(found.at(-1)!.head.sequence).toBe(63);
  });

  it.each([1, 4, ENTRIES])('breaks where entry %i was removed', async (sequence) => {
    const broken = await afterTampering(() => execute('DELETE FROM audit_events WHERE seq = ?', [sequence]));
    expect(broken).toEqual({ sequence, reason: 'is missing' });
  });

  it('breaks where the last entries were cut off', async () => {
    const broken = await afterTampering(() => execute('DELETE FROM audit_events WHERE seq > 3'));
    expect(broken).toEqual({ sequence: 4, reason: 'is missing' });
  });

  it.each([
    ['at', 'at + 1'],
    ['actor', "'somebody-else'"],
    ['actor_name', "'somebody else'"],
    ['action', "'relayer.created'"],
    ['resource', "'signer'"],
    ['resource_id', "'another'"],
    ['version', 'NULL'],
    ['request_id', 'NULL'],
    ['document', `REPLACE(document, 'Name 5', 'Name 6')`],
    ['hash', `'${'0'.repeat(64)}'`],
  ])('breaks where the %s of an entry was altered', async (column, value) => {
    const broken = await afterTampering(() => execute(`UPDATE audit_events SET ${column} = ${value} WHERE seq = 5`));
    expect(broken).toEqual({ sequence: 5, reason: ALTERED });
  });

  it('breaks where an entry was altered together with its hash', async () => {
    const broken = await afterTampering(async () => {
      const found = service.app.get(AuditLog).page({ page: 1n, perPage: 2, after: 3 }, {});
      const [before, entry] = (await readPage(found)).items;
      const forged = hashOf({ ...entry!, actor: 'somebody-else' }, before!.hash);
      await execute('UPDATE audit_events SET actor = ?, hash = ? WHERE seq = 5', ['somebody-else', forged]);
    });
    expect(broken).toEqual({ sequence: 5, reason: 'was not written there by this service' });
  });

  it('breaks where two entries were swapped', async () => {
    expect(await afterTampering(() => swap('seq'))).toEqual({ sequence: 4, reason: ALTERED });
  });

  it('breaks where the head was altered, set back, or lost', async () => {
    const zeros = '0'.repeat(64);
    const altered = await afterTampering(() => execute('UPDATE audit_head SET hash = ?', [zeros]));
    expect(altered).toEqual({ sequence: ENTRIES, reason: 'is not the one that was recorded' });
    const setBack = await afterTampering(() => execute('UPDATE audit_head SET seq = 6'));
    expect(setBack).toEqual({ sequence: 7, reason: 'is not accounted for' });
    const lost = await afterTampering(() => execute('DELETE FROM audit_head'));
    expect(lost).toEqual({ sequence: 1, reason: 'is not accounted for' });
  });

  it('is measured by a head that was noted outside', async () => {
    const { head } = await verify();
    const audit = service.app.get(AuditService);
    expect((await audit.verify([head])).broken).toBeUndefined();
    const other = { ...head, hash: '0'.repeat(64) };
    expect((await audit.verify([other])).broken).toEqual({
      sequence: ENTRIES,
      reason: 'is not the one that was noted',
    });
    const later = { ...head, sequence: ENTRIES + 1 };
    expect((await audit.verify([later])).broken).toEqual({ sequence: ENTRIES + 1, reason: 'is missing' });
  });

  it('lets no change through that cannot be recorded', async () => {
    const transactions = service.app.get(Database);
    await transactions.run(() => execute('ALTER TABLE pending_audit_entries RENAME TO elsewhere'));
    const before = await service.call('GET', '/api/v1/relayers/relayer');
    expect((await service.call('PATCH', '/api/v1/relayers/relayer', { name: 'Unrecorded' })).status).toBe(500);
    expect((await service.call('GET', '/api/v1/relayers/relayer')).text).toBe(before.text);
    await transactions.run(() => execute('ALTER TABLE elsewhere RENAME TO pending_audit_entries'));
    expect((await verify()).broken).toBeUndefined();
  });
});
