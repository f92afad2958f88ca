import { ChangeLog } from '../../src/kernel/change-log';
import { Database } from '../../src/persistence/database';
import { onPostgres, type TestDatabase } from '../support/databases';
import { addTold, createToldService, toldEventually, type ToldService } from '../support/told-service';
import { reactions } from '../support/webhook-receiver';

onPostgres('The order of deliveries on PostgreSQL', (create) => {
  let database: TestDatabase;
  let told: ToldService & { close(): Promise<void> };

  beforeEach(async () => {
    database = await create();
    told = await createToldService(database, { concurrencyPerNotification: 3, timeoutMs: 600_000 });
  }, 30_000);
  afterEach(async () => {
    await told.close();
    await database.drop();
  });

  const record = (notificationId: string, version: number): Promise<void> =>
    told.service.app.get(ChangeLog).record({
      entry: { resource: 'relayer', id: 'late', action: 'relayer.updated', version },
      announcements: [
        {
          notificationId,
          event: 'relayer_update',
          payloadType: 'relayer_updated',
          members: { relayer: '{"id":"late"}', version: String(version) },
          resource: 'relayer',
          id: 'late',
          version,
        },
      ],
    });

  it('is that of the changes of a record, also where the first one was committed after later ones of others', async () => {
    const receiver = await told.receiver(reactions.hang());
    const { notification } = await addTold(told, receiver.url);
    await toldEventually(receiver, 1);
    const rows = told.service.app.get(Database);
    await rows.run(async () => {
      await record(notification, 1);
      await addTold(told, receiver.url, { notification_id: notification });
      await toldEventually(receiver, 2);
    });
    await rows.run(() => record(notification, 2));
    const [, , late] = await toldEventually(receiver, 3);
    expect(late!.payload).toMatchObject({ relayer: { id: 'late' }, version: 1 });
  });
});
