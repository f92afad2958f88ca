import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { aNotification } from '../builders/a-notification';
import { onPostgres, type TestDatabase } from '../support/databases';
import { openApp } from '../support/open-app';
import { openPorts } from '../support/open-database';
import { signal } from '../support/signal';

onPostgres('Schemas and pools of PostgreSQL', (create) => {
  let test: TestDatabase;
  let operator: Client;

  const within = (given: { readonly schema?: string; readonly poolSize?: number }): TestDatabase => {
    const { settings } = test;
    if (settings.kind !== 'postgres') throw new Error('This is no PostgreSQL database');
    return { settings: { ...settings, ...given }, drop: () => Promise.resolve() };
  };

  beforeAll(async () => {
    test = await create('none');
    const { settings } = test;
    operator = new Client({ connectionString: settings.kind === 'postgres' ? settings.url.reveal() : '' });
    await operator.connect();
  });
  afterAll(async () => {
    await operator.end();
    await test.drop();
  });

  const tablesIn = async (schema: string): Promise<number> => {
    const { rowCount } = await operator.query('SELECT 1 FROM pg_tables WHERE schemaname = $1', [schema]);
    return rowCount ?? 0;
  };

  it('each schema is a database of its own, made where it is missing, and again where it is there', async () => {
    for (const schema of ['one', 'other', 'one']) {
      const app = await openApp({ database: within({ schema }) });
      const { json } = await app.call('GET', '/api/v1/notifications');
      const before = json.pagination?.total_items;
      const created = await app.call('POST', '/api/v1/notifications', { ...aNotification(), id: `n${String(before)}` });
      expect({ schema, before, status: created.status }).toMatchObject({ status: 201 });
      await app.close();
    }
    expect(await tablesIn('public')).toBe(0);
    expect(await tablesIn('one')).toBe(await tablesIn('other'));
    const { rows } = await operator.query(
      'SELECT (SELECT count(*) FROM one.notifications)::int AS one, (SELECT count(*) FROM other.notifications)::int AS other',
    );
    expect(rows).toEqual([{ one: 2, other: 1 }]);
  });

  it('a process opens no more connections than it may', async () => {
    const { database } = await openPorts(within({ schema: 'one', poolSize: 2 }));
    const { rows } = await operator.query<{ id: number }>('SELECT pg_backend_pid() AS id');
    const operatorId = rows[0]?.id;
    const counted = Array.from({ length: 8 }, () =>
      database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity, pg_sleep(0.02)
          WHERE datname = current_database() AND pid <> ${String(operatorId)} AND backend_type = 'client backend'`,
      ),
    );
    const most = Math.max(...(await Promise.all(counted)).map(([row]) => row?.count ?? 0));
    await database.close();
    expect(most).toBe(2);
  });

  it('transactions read what is committed, whatever the level of the server', async () => {
    await operator.query(`DO $$ BEGIN EXECUTE format(
      'ALTER DATABASE %I SET default_transaction_isolation = serializable', current_database()); END $$`);
    const { database } = await openPorts(within({ schema: 'one' }));
    const level = () => database.query('SHOW transaction_isolation');
    expect(await database.run(level)).toEqual([{ transaction_isolation: 'read committed' }]);
    await database.close();
  });

  it('the time is that of the server, whatever the clock of the process says', async () => {
    const own = Date.now.bind(Date);
    Date.now = () => own() + 3_600_000;
    try {
      const { database } = await openPorts(within({ schema: 'one' }));
      const [row] = await database.query<{ late: number }>(
        'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 - CAST(? AS float) AS integer) AS late',
        [database.now()],
      );
      await database.close();
      expect(Math.abs(row?.late ?? NaN)).toBeLessThan(60_000);
    } finally {
      Date.now = own;
    }
  });

  it('a start that waits for another one to migrate says so', async () => {
    const lines: string[] = [];
    const noted = signal();
    const log = (line: string): void => {
      lines.push(line);
      noted.give();
    };
    Logger.overrideLogger({ log, warn: log, error: log });
    await operator.query('SELECT pg_advisory_lock(7239041)');
    const opening = openPorts(within({ schema: 'one' }));
    await noted.given;
    await operator.query('SELECT pg_advisory_unlock(7239041)');
    await (await opening).database.close();
    Logger.overrideLogger(false);
    expect(lines).toEqual(['Waiting for another instance that migrates the database']);
  });
});
