import { ApiToken } from '../../src/auth/domain/api-token';
import { describeTokenRepository } from '../contracts/token-repository';
import { Deadline } from '../../src/kernel/deadline';
import { onEachDatabase, onPostgres } from '../support/databases';
import { eventually } from '../support/eventually';
import { sharedPorts } from '../support/open-database';

onEachDatabase('tokens', (create) => {
  const { ports, another } = sharedPorts(create);
  describeTokenRepository(ports, another);
});

onPostgres('a token that others hold', (create) => {
  const { ports } = sharedPorts(create);

  const waiting = async (): Promise<number | undefined> => {
    const [row] = await ports().database.query<{ readonly count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return row?.count;
  };

  it('is held by several, and is changed before those who come later hold it', async () => {
    const { database, tokens } = ports();
    const { token } = ApiToken.issue({ name: 'a', permissions: ['*'] }, new Date());
    await database.run(() => tokens.add(token));
    const hold = (until: Promise<unknown> = Promise.resolve()) =>
      database.run(async () => {
        const held = await tokens.hold(token.id);
        await until;
        return held?.version;
      });
    let release = (): void => undefined;
    const first = hold(new Promise<void>((resolve) => (release = resolve)));
    expect(await hold()).toBe(1);
    const change = database.run(async () => {
      const locked = await tokens.lock(token.id);
      if (locked) await tokens.replace(locked, locked.entity.revoked(new Date()));
    });
    await eventually(async () => expect(await waiting()).toBe(1));
    const later = hold();
    await eventually(async () => expect(await waiting()).toBe(2));
    release();
    expect(await first).toBe(1);
    await change;
    expect(await later).toBe(2);
  });

  it('has its use noted by nobody who would keep others from holding it for long', async () => {
    const { database, tokens, calls } = ports();
    const { token } = ApiToken.issue({ name: 'b', permissions: ['*'] }, new Date());
    const added = await database.run(() => tokens.add(token));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const first = database.run(async () => {
      await tokens.hold(token.id);
      await released;
    });
    let hasGivenUp = false;
    const noting = database
      .run(() => tokens.noteUse(added, new Date()))
      .catch((error: unknown) => error)
      .finally(() => (hasGivenUp = true));
    await eventually(async () => expect(hasGivenUp || (await waiting()) === 1).toBe(true));
    // A lock is waited for 4 s otherwise, and so would be whatever is asked for behind it.
    const later = calls.run({ deadline: new Deadline(3_000) }, () => database.run(() => tokens.hold(token.id)));
    expect(await later).toMatchObject({ version: 1 });
    expect(await noting).toMatchObject({ kind: 'unavailable' });
    release();
    await first;
  });
});
