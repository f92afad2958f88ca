import { AuditService } from '../../src/events/audit.service';
import { Journal } from '../../src/events/domain/journal';
import { Database } from '../../src/persistence/database';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { openApp, type OpenApp } from '../support/open-app';

const MANY = 12_000;

onEachDatabase('A transaction with very many changes', (create) => {
  let database: TestDatabase;
  let service: OpenApp;

  beforeAll(async () => {
    database = await create();
    service = await openApp({ database });
  }, 30_000);

  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const entries = async (): Promise<number> => {
    const [row] = await service.app
      .get(Database)
      .query<{ n: string | number }>('SELECT COUNT(*) AS n FROM audit_events');
    return Number(row?.n);
  };
  const change = async (undo?: Error): Promise<number[]> =>
    service.app.get(Database).run(async () => {
      const journal = service.app.get(Journal);
      const written: number[] = [];
      for (let done = 1; done <= MANY; done++) {
        journal.record({ resource: 'relayer', id: `r${String(done)}`, action: 'relayer.created', version: 1 });
        await journal.relieve();
        if (done % 4_000 === 0) written.push(await entries());
      }
      if (undo) throw undo;
      return written;
    });

  it('leaves none where it is undone', async () => {
    await expect(change(new Error('undo'))).rejects.toThrow('undo');
    expect(await entries()).toBe(0);
  }, 60_000);

  it('writes its audit entries as it goes, as one chain', async () => {
    expect(await change()).toEqual([0, 5_000, 10_000]);
    expect(await entries()).toBe(MANY);
    const { head, broken } = await service.app.get(AuditService).verify();
    expect({ sequence: head.sequence, broken }).toEqual({ sequence: MANY, broken: undefined });
  }, 60_000);
});
