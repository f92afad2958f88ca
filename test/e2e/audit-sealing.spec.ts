import { AuditService } from '../../src/audit/audit.service';
import { AuditLog } from '../../src/audit/domain/audit-log';
import { ChangeLog } from '../../src/kernel/change-log';
import { Database } from '../../src/persistence/database';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { openApp, type OpenApp } from '../support/open-app';
import { openPorts } from '../support/open-database';

const ENTRY = { resource: 'test', id: 'test', action: 'test.ran' };
/** Of an entry, for who may see its number. */
const FIELDS = [
  ...['sequence', 'time', 'actor', 'action', 'resource', 'id', 'version', 'request_id'],
  ...['paths', 'before', 'after', 'hash'],
];

onEachDatabase('Audit entries', (create) => {
  let database: TestDatabase;
  let service: OpenApp;

  beforeEach(async () => {
    database = await create();
    service = await openApp({ database });
  }, 30_000);
  afterEach(async () => {
    await service.close();
    await database.drop();
  });

  const record = (app: OpenApp): Promise<void> =>
    app.app.get(Database).run(() => app.app.get(ChangeLog).record({ entry: ENTRY }));
  const sealed = async (app: OpenApp): Promise<number> => (await app.app.get(AuditLog).head()).sequence;

  it('are sealed by themselves soon after their commit', async () => {
    await record(service);
    await eventually(async () => expect(await sealed(service)).toBe(1));
  });

  it('are sealed where a process that was killed left them', async () => {
    const killed = await openPorts(database);
    await killed.database.run(() => killed.changes.record({ entry: ENTRY }));
    await killed.database.close();
    expect(await sealed(service)).toBe(0);
    await eventually(async () => expect(await sealed(service)).toBe(1));
  });

  it('are all sealed when a process ends', async () => {
    await record(service);
    await service.close();
    const { database: rows, audit } = await openPorts(database);
    const left = { pending: await audit.hasPending(), sealed: (await audit.head()).sequence };
    await rows.close();
    service = await openApp({ database });
    expect(left).toEqual({ pending: false, sealed: 1 });
  });

  it('are all there for whoever looks, on every instance', async () => {
    const other = await openApp({ database });
    try {
      for (let round = 1; round <= 10; round++) {
        await record(round % 2 === 0 ? service : other);
        const { json } = await (round % 2 === 0 ? other : service).call('GET', '/api/v1/audit-events');
        expect(json.pagination?.total_items).toBe(round);
      }
    } finally {
      await other.close();
    }
  });

  it('may be the same in the same millisecond, and none is taken for a forged one', async () => {
    const still = await openApp({ database, extensions: [FixedClockModule.with(new FixedClock())] });
    try {
      // Two are sealed at once, and one after them.
      await still.app.get(Database).run(() => still.app.get(ChangeLog).record({ entry: ENTRY }, { entry: ENTRY }));
      await still.app.get(AuditService).verify();
      await record(still);
      expect(await still.app.get(AuditService).verify()).toEqual({ head: expect.objectContaining({ sequence: 3 }) });
      const { json } = await still.call('GET', '/api/v1/audit-events');
      const items = json.data as unknown as readonly Readonly<Record<string, unknown>>[];
      expect(new Set(items.map(({ time }) => time)).size).toBe(1);
      expect(items.map((item) => Object.keys(item))).toEqual(Array<unknown>(3).fill(FIELDS));
    } finally {
      await still.close();
    }
  });

  it('leave the database alone while none is pending', async () => {
    await record(service);
    await eventually(async () => expect(await service.app.get(AuditLog).hasPending()).toBe(false));
    const rows = service.app.get(Database);
    // Other databases of the server count, too: once, none of them commits meanwhile.
    await eventually(async () => {
      const before = await rows.snapshot();
      await service.call('GET', '/api/v1/audit-events');
      expect(before).toBeDefined();
      expect(await rows.snapshot()).toBe(before);
    });
  });
});
