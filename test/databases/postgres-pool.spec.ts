import { Deadline } from '../../src/kernel/deadline';
import { onPostgres } from '../support/databases';
import { sharedPorts } from '../support/open-database';
import { signal } from '../support/signal';

const POOL_SIZE = 10;

onPostgres('The connections to PostgreSQL', (create) => {
  const { ports } = sharedPorts(create);

  it('keeps the connections that come when their callers wait no longer', async () => {
    const { database, calls } = ports();
    const [begun, end] = [signal(), signal()];
    let holding = 0;
    const held = Array.from({ length: POOL_SIZE }, () =>
      database.run(async () => {
        const [{ pid } = {}] = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        if (++holding === POOL_SIZE) begun.give();
        await end.given;
        return pid;
      }),
    );
    await begun.given;
    let asked = 0;
    const late = Array.from({ length: 3 }, () =>
      calls.run({ deadline: new Deadline(50) }, () => database.run(async () => asked++)),
    );
    for (const each of late) await expect(each).rejects.toMatchObject({ kind: 'unavailable' });
    end.give();
    const pids = await Promise.all(held);
    expect(asked).toBe(0);
    const now = await database.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'",
    );
    expect(now.map(({ pid }) => pid)).toEqual(expect.arrayContaining(pids));
  });
});
