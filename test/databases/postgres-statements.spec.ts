import { notificationEntity } from '../builders/entities';
import { onPostgres } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onPostgres('Statements on PostgreSQL', (create) => {
  const { ports } = sharedPorts(create);

  it('says that nothing was kept where work makes light of a statement that failed', async () => {
    const { database, notifications } = ports();
    const outcome = database.run(async () => {
      await notifications.add(notificationEntity('undone'));
      await database.query('SELECT nothing FROM nowhere').catch(() => undefined);
    });
    await expect(outcome).rejects.toThrow('The transaction ended with ROLLBACK');
    expect(await notifications.read('undone')).toBeUndefined();
  });

  it('tells of what failed first, not of what came after it', async () => {
    const { database } = ports();
    const outcome = database.run(async () => {
      await database.send('UPDATE nothing SET name = ?', ['a']);
      await database.query('SELECT 1');
    });
    await expect(outcome).rejects.toMatchObject({ code: '42P01' });
  });

  it('sends no more at once than the server gets done in the time of one statement', async () => {
    const { database } = ports();
    const slow = 'UPDATE audit_head SET seq = seq + (SELECT 0 FROM pg_sleep(?))';
    // Together they take longer than a statement may, by the time at which it was sent.
    const done = await database.run(async () => {
      for (let count = 0; count < 160; count++) await database.send(slow, [0.03]);
      return 'all';
    });
    expect(done).toBe('all');
  }, 30_000);

  it('prepares so many statements on a connection, and no more', async () => {
    const { database } = ports();
    await database.run(async () => {
      for (let count = 1; count <= 300; count++) await database.query(`SELECT ${String(count)} AS one`);
      const [prepared] = await database.query<{ count: string }>('SELECT COUNT(*) FROM pg_prepared_statements');
      expect(Number(prepared!.count)).toBeGreaterThan(100);
      expect(Number(prepared!.count)).toBeLessThanOrEqual(200);
    });
  });
});
