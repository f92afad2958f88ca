import { Client } from 'pg';
import { SecretValue } from '../../src/kernel/secret';
import { CallContext } from '../../src/kernel/call-context';
import { Deadline } from '../../src/kernel/deadline';
import { translateDriverError } from '../../src/persistence/driver-errors';
import { rows } from '../../src/tables';
import { openDatabase } from '../../src/persistence/open-database';
import { notificationEntity } from '../builders/entities';
import { onPostgres, type TestDatabase } from '../support/databases';
import { openPorts, type Ports } from '../support/open-database';
import { severable } from '../support/severable';

/** Open to no one: a port on which nothing listens. */
const NOBODY = 'postgres://user:a-password@127.0.0.1:9/records';

const POOL_SIZE = 10;

it('says that a server which nobody runs is not available', async () => {
  const failure: unknown = await openDatabase(
    { kind: 'postgres', url: new SecretValue(NOBODY) },
    new CallContext(),
    rows,
  ).catch((error: unknown) => error);
  expect(translateDriverError(failure)).toMatchObject({ kind: 'unavailable', cause: { code: 'ECONNREFUSED' } });
});

onPostgres('PostgreSQL', (create) => {
  let test: TestDatabase;
  let ports: Ports;
  let operator: Client;

  beforeAll(async () => {
    test = await create();
    ports = await openPorts(test);
    operator = new Client({ connectionString: urlOf(test) });
    await operator.connect();
  }, 30_000);

  afterAll(async () => {
    await operator.end();
    await ports.database.close();
    await test.drop();
  });

  /** Ends every connection to the database but the operator's. */
  const endConnections = () =>
    operator.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );

  /** Each connection that was ended while nobody used it may cost one request, and no more. */
  const recovers = async (): Promise<void> => {
    for (let stale = POOL_SIZE; stale > 0; stale--) {
      await ports.database.query('SELECT 1').catch((error: unknown) => {
        expect(error).toMatchObject({ kind: 'unavailable' });
      });
    }
  };

  const openTransactions = async (): Promise<number> => {
    const { rows } = await operator.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    );
    return rows.length;
  };

  it('says where it is, without the password', async () => {
    const url = new URL(urlOf(test));
    url.password = 'a-password';
    const database = await openDatabase(
      { kind: 'postgres', url: new SecretValue(url.toString()) },
      new CallContext(),
      rows,
    );
    expect(database.description).toBe(`PostgreSQL ${url.hostname}:${url.port || '5432'}${url.pathname}`);
    await database.close();
  });

  it('says that a database which is not there is not available', async () => {
    const url = new URL(urlOf(test));
    url.pathname = '/no_such_database';
    const failure: unknown = await openDatabase(
      { kind: 'postgres', url: new SecretValue(url.toString()) },
      new CallContext(),
      rows,
    ).catch((error: unknown) => error);
    expect(translateDriverError(failure)).toMatchObject({ kind: 'unavailable', cause: { code: '3D000' } });
  });

  it.each([
    ['outside of a transaction', (query: () => Promise<unknown>) => query()],
    ['in one', (query: () => Promise<unknown>) => ports.database.run(query)],
  ])(
    'gives up on a statement that takes too long, %s',
    async (_, within) => {
      const query = () => ports.database.query('SELECT pg_sleep(60)');
      await expect(within(query)).rejects.toMatchObject({ kind: 'unavailable' });
      expect(await ports.database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      const { rows } = await operator.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query = 'SELECT pg_sleep(60)'",
      );
      expect(rows).toEqual([]);
    },
    15_000,
  );

  it('gives up waiting for a row that another one locked', async () => {
    await ports.database.run(() => ports.notifications.add(notificationEntity('locked')));
    await operator.query('BEGIN');
    await operator.query("SELECT 1 FROM notifications WHERE id = 'locked' FOR UPDATE");
    await expect(ports.database.run(() => ports.notifications.lock('locked'))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await operator.query('ROLLBACK');
    expect(await ports.database.run(() => ports.notifications.lock('locked'))).toMatchObject({ version: 1 });
  }, 15_000);

  it.each([
    ['outside of a transaction', (work: () => Promise<unknown>) => work()],
    ['in one', (work: () => Promise<unknown>) => ports.database.run(work)],
  ])(
    'keeps to the deadline of its caller over all statements together, %s',
    async (_, within) => {
      const { database } = ports;
      let answered = 0;
      const outcome = ports.calls.run({ deadline: new Deadline(1_000) }, () =>
        within(async () => {
          for (; answered < 10; answered++) await database.query('SELECT pg_sleep(0.3)');
        }),
      );
      await expect(outcome).rejects.toMatchObject({ kind: 'unavailable' });
      expect([1, 2, 3]).toContain(answered);
      expect(await openTransactions()).toBe(0);
    },
    15_000,
  );

  it('gives up the connection to a server that does not answer, and takes another one', async () => {
    const frozen = await severable(test);
    const calls = new CallContext();
    const database = await openDatabase(frozen.database.settings, calls, rows);
    const used = Array.from({ length: POOL_SIZE }, () => database.query('SELECT pg_sleep(0.05)'));
    await Promise.all(used);
    frozen.freeze();
    const waiting = Array.from({ length: POOL_SIZE }, () =>
      calls.run({ deadline: new Deadline(500) }, () => database.run(() => database.query('SELECT 1'))),
    );
    for (const { reason } of (await Promise.allSettled(waiting)) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ kind: 'unavailable' });
    }
    // What was frozen stays so, as connections do over which a firewall lets nothing through any more.
    frozen.thawForNew();
    const answers = Array.from({ length: 2 * POOL_SIZE }, () => database.query('SELECT 1 AS one'));
    expect(await Promise.all(answers)).toEqual(answers.map(() => [{ one: 1 }]));
    await frozen.sever();
    await database.close();
  }, 15_000);

  it('keeps nothing of a transaction whose connection is lost, and serves the next one', async () => {
    const outcome = ports.database.run(async () => {
      await ports.notifications.add(notificationEntity('lost'));
      await endConnections();
      return ports.notifications.find('lost');
    });
    await expect(outcome).rejects.toMatchObject({ kind: 'unavailable' });
    await recovers();
    expect(await ports.notifications.find('lost')).toBeUndefined();
    await ports.database.run(() => ports.notifications.add(notificationEntity('found')));
    expect(await ports.notifications.find('found')).toBeDefined();
  });

  it('replaces connections that were lost while nobody used them', async () => {
    await Promise.all(Array.from({ length: POOL_SIZE }, () => ports.database.query('SELECT pg_sleep(0.05)')));
    await endConnections();
    await recovers();
    expect(await ports.database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('runs work again that lost a race, and gives up in the end', async () => {
    let attempts = 0;
    const outcome = ports.database.run(async () => {
      attempts++;
      await ports.notifications.add(notificationEntity('twice'));
      await ports.notifications.add(notificationEntity('twice'));
    });
    await expect(outcome).rejects.toMatchObject({ code: '23505' });
    expect(attempts).toBe(5);
    expect(await ports.notifications.find('twice')).toBeUndefined();
  });

  it('runs the loser of a deadlock again', async () => {
    const { database, notifications } = ports;
    await database.run(async () => {
      for (const id of ['left', 'right']) await notifications.add(notificationEntity(id));
    });
    let attempts = 0;
    const touch = async (id: string): Promise<void> => {
      const kept = (await notifications.lock(id))!;
      await notifications.replace(kept, kept.entity.changed({ url: `${kept.entity.url}+` }));
    };
    const crosswise = (first: string, second: string, met: () => Promise<void>) =>
      database.run(async () => {
        attempts++;
        await touch(first);
        await met();
        await touch(second);
      });
    const meet = meeting(2);
    await Promise.all([crosswise('left', 'right', meet), crosswise('right', 'left', meet)]);
    // The server may end both, where both look for a deadlock at the same moment.
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect([(await notifications.find('left'))!.version, (await notifications.find('right'))!.version]).toEqual([3, 3]);
  }, 15_000);
});

function urlOf({ settings }: TestDatabase): string {
  if (settings.kind !== 'postgres') throw new Error('This is no PostgreSQL database');
  return settings.url.reveal();
}

/** What the given number of callers wait for until all are there; nobody waits any more after that. */
function meeting(callers: number): () => Promise<void> {
  let missing = callers;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    if (--missing <= 0) open();
    return opened;
  };
}
