import { AuditService } from '../../src/audit/audit.service';
import { ChangeLog } from '../../src/kernel/change-log';
import { RECORDS_AT_ONCE } from '../../src/kernel/parts';
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

  const change = (undo?: Error): Promise<void> =>
    service.app.get(Database).run(async () => {
      const changes = service.app.get(ChangeLog);
      for (let done = 0; done < MANY; done += RECORDS_AT_ONCE) {
        const ids = Array.from({ length: RECORDS_AT_ONCE }, (_, index) => `r${String(done + index + 1)}`);
        await changes.record(...ids.map((id) => ({ entry: { resource: 'relayer', id, action: 'relayer.created' } })));
      }
      if (undo) throw undo;
    });
  const verified = async () => {
    const { head, broken } = await service.app.get(AuditService).verify();
    return { sequence: head.sequence, broken };
  };

  it('leaves no audit entry where it is undone', async () => {
    await expect(change(new Error('undo'))).rejects.toThrow('undo');
    expect(await verified()).toEqual({ sequence: 0, broken: undefined });
  }, 60_000);

  it('leaves one chain, which shows all of it to whoever looks next', async () => {
    await change();
    expect(await verified()).toEqual({ sequence: MANY, broken: undefined });
  }, 60_000);
});
