import { Logger } from '@nestjs/common';
import { Patience } from '../../src/kernel/patience';
import type { DatabaseSettings, PostgresServer } from '../../src/settings/settings';
import { notificationEntity } from '../builders/entities';
import { eventually } from '../support/eventually';
import { openPorts, type Ports } from '../support/open-database';
import { withServerPrograms } from '../support/postgres-cluster';
import { type Replicated, replicated, serverOn } from '../support/replicated';
import { type Severable, severable } from '../support/severable';

jest.setTimeout(60_000);

const LOST = 'The replica is not used: reads go to the primary';
const FOUND = 'The replica is used again';

/** The databases go with their server. */
const nothing = (): Promise<void> => Promise.resolve();

withServerPrograms('A replica of PostgreSQL', () => {
  let servers: Replicated;
  let settings: Extract<DatabaseSettings, { readonly kind: 'postgres' }>;
  let ports: Ports;
  let logged: jest.SpyInstance;

  beforeAll(async () => {
    servers = await replicated();
  });
  afterAll(() => {
    servers.remove();
  });

  const openWith = (replica: PostgresServer): Promise<Ports> =>
    openPorts({ settings: { ...settings, replica }, drop: nothing });

  beforeEach(async () => {
    logged = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    settings = { kind: 'postgres', ...(await servers.makeDatabase()) };
    ports = await openWith(settings.replica!);
  });
  afterEach(async () => {
    await ports.database.close();
    logged.mockRestore();
  });

  const lines = (): unknown[] => logged.mock.calls.map((call: unknown[]) => call.at(-1));
  const reads = () => ({ ...ports.database.replica!.reads });
  const add = ({ database, notifications }: Ports, id: string) =>
    database.run(() => notifications.add(notificationEntity(id)));
  const replay = (how: 'pause' | 'resume') => servers.ask(servers.replica, `SELECT pg_wal_replay_${how}()`);

  /** Whether the replica answers. */
  const isShownBy = async (): Promise<unknown> => {
    const source = await ports.database.forShowing();
    const [row] = await source.query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica');
    return row!.replica;
  };
  const isUsed = () => eventually(async () => expect(await isShownBy()).toBe(true));

  it('serves records and lists', async () => {
    await add(ports, 'shown');
    await isUsed();
    const before = reads();
    expect(await ports.notifications.read('shown')).toMatchObject({ id: 'shown' });
    expect((await ports.notifications.page({ page: 1n, perPage: 10 })).total).toBe(1);
    expect(reads()).toEqual({ ...before, served: before.served + 2 });
    expect(lines()).toEqual([]);
  });

  it('is not asked in transactions, nor for what decides on access', async () => {
    await isUsed();
    const before = reads();
    await ports.database.run(() => ports.notifications.read('shown'));
    await ports.tokens.find('0123456789abcdef');
    await ports.tokens.page({ page: 1n, perPage: 10 });
    expect(reads()).toEqual(before);
  });

  it.each(['on', 'off'])(
    'hides nothing that was acknowledged while it lags, with commits that wait: %s',
    async (how) => {
      await servers.ask(servers.primary, `ALTER ROLE postgres SET synchronous_commit = ${how}`);
      await ports.database.close();
      ports = await openWith(settings.replica!);
      const other = await openWith(settings.replica!);
      await isUsed();
      const missing: string[] = [];
      for (let round = 0; round < 40; round++) {
        if (round % 10 === 0) await replay(round % 20 === 0 ? 'pause' : 'resume');
        const [by, another] = round % 2 ? [ports, other] : [other, ports];
        const id = `round-${String(round)}`;
        await add(by, id);
        const found = await Promise.all([by, another].map(({ notifications }) => notifications.read(id)));
        missing.push(...found.flatMap((record) => (record ? [] : [id])));
      }
      await replay('resume');
      expect(missing).toEqual([]);
      expect(reads().behind).toBeGreaterThan(0);
      await other.database.close();
      await servers.ask(servers.primary, 'ALTER ROLE postgres RESET synchronous_commit');
    },
  );

  it('is left alone while it stays behind, and used again when it has caught up', async () => {
    await isUsed();
    await replay('pause');
    await add(ports, 'late');
    await eventually(() => expect(ports.database.replica!.isUp).toBe(false));
    const before = reads();
    expect(await ports.notifications.read('late')).toBeDefined();
    expect(reads()).toEqual({ ...before, away: before.away + 1 });
    await replay('resume');
    await isUsed();
    expect(logged.mock.calls).toEqual([[{ reason: 'it is more than a second behind' }, LOST], [FOUND]]);
  });

  it('is done without while it is stopped, and used again when it is back', async () => {
    await add(ports, 'kept');
    await isUsed();
    servers.replica.stop();
    expect(await ports.notifications.read('kept')).toBeDefined();
    await eventually(() => expect(ports.database.replica!.isUp).toBe(false));
    servers.replica.start();
    await isUsed();
    expect(lines()).toEqual([LOST, FOUND]);
  });

  /** Reaches the replica over a network that can fail. */
  const overNetwork = async (): Promise<Severable> => {
    const network = await severable({ settings: { kind: 'postgres', ...settings.replica! }, drop: nothing });
    await ports.database.close();
    ports = await openWith(network.database.settings as PostgresServer);
    await isUsed();
    return network;
  };

  it('is found to be frozen before anybody waits for it', async () => {
    const network = await overNetwork();
    network.freeze();
    await eventually(() => expect(ports.database.replica!.isUp).toBe(false));
    expect(reads().failed).toBe(0);
    await network.sever();
  });

  it('is done without by all who wait, within the time that they have, when it freezes', async () => {
    await add(ports, 'kept');
    const network = await overNetwork();
    // So few that nobody waits for a connection.
    network.freeze();
    const found = await Patience.run(3_000, () =>
      Promise.all(Array.from({ length: 5 }, () => ports.notifications.read('kept'))),
    );
    expect(found.filter((record) => record !== undefined)).toHaveLength(5);
    network.thawForNew();
    await isUsed();
    expect(lines()).toEqual([LOST, FOUND]);
    await network.sever();
  });

  it('is not needed for the start', async () => {
    const alone = await openWith(serverOn(9, 'nobody'));
    expect(alone.database.replica!.isUp).toBe(false);
    await add(alone, 'alone');
    expect(await alone.notifications.read('alone')).toBeDefined();
    expect(lines()).toEqual([LOST]);
    await alone.database.close();
  });

  it('is not used where it is the primary itself, or follows another one', async () => {
    const strangers = await replicated();
    const [itself, stranger] = [await openWith(settings), await openWith((await strangers.makeDatabase()).replica)];
    for (const { database } of [itself, stranger]) expect(database.replica!.isUp).toBe(false);
    expect(logged.mock.calls).toEqual([
      [{ reason: 'it follows no other server' }, LOST],
      [{ reason: 'it follows another server than the primary' }, LOST],
    ]);
    for (const { database } of [itself, stranger]) await database.close();
    strangers.remove();
  });
});
