import { notificationEntity } from '../builders/entities';
import { onPostgres } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onPostgres('Statements on PostgreSQL', (create) => {
  const { ports } = sharedPorts(create);

  it('keeps nothing where work makes light of a statement that failed, and says which', async () => {
    const { database, notifications } = ports();
    const outcome = database.run(async () => {
      await notifications.add(notificationEntity('undone'));
      await database.query('SELECT nothing FROM nowhere').catch(() => undefined);
    });
    await expect(outcome).rejects.toMatchObject({ code: '42P01' });
    expect(await notifications.find('undone')).toBeUndefined();
  });

  it('that fail to be serialized at every attempt are a matter of availability', async () => {
    const { database } = ports();
    let attempts = 0;
    const outcome = database.run(() => {
      attempts++;
      return database.query("DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END $$");
    });
    await expect(outcome).rejects.toMatchObject({ kind: 'unavailable' });
    expect(attempts).toBe(5);
  });
});
