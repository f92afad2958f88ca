import { Database } from '../../src/persistence/database';
import { SecretValue } from '../../src/kernel/secret';
import { onEachDatabase, onPostgres, withReplica } from '../support/databases';
import { eventually } from '../support/eventually';
import { type OpenApp, openApp, type Reply } from '../support/open-app';
import { valueOf } from '../support/prometheus';
import { RedisServer, whereRedisIs } from '../support/redis-server';
import { severable } from '../support/severable';
import { sharedApp } from '../support/shared-app';

const healthy = { status: 'healthy' };
const unhealthy = { status: 'unhealthy' };
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

const ready = (service: Pick<OpenApp, 'call'>): Promise<Reply> =>
  service.call('GET', '/api/v1/ready', undefined, { authorization: '' });

onEachDatabase('Readiness', (create) => {
  const service = sharedApp(create);

  it('is there with a database of the right schema', async () => {
    const { status, json } = await ready(service);
    const components = { database: healthy, migrations: healthy };
    expect([status, json]).toEqual([200, { ready: true, status: 'healthy', components, timestamp }]);
  });

  it('is not there with a database that lacks a migration, as one that was restored', async () => {
    const database = service.app.app.get(Database);
    const [last] = await database.query<{ name: string }>('SELECT name FROM migrations ORDER BY id DESC LIMIT 1');
    await database.run(() => database.query('DELETE FROM migrations WHERE name = ?', [last!.name]));
    const { status, json } = await ready(service);
    expect([status, json]).toEqual([
      503,
      {
        ready: false,
        status: 'unhealthy',
        reason: 'the database lacks migrations of this version',
        components: { database: healthy, migrations: unhealthy },
        timestamp,
      },
    ]);
    await database.run(() => database.query('DROP TABLE migrations'));
    expect((await ready(service)).json).toMatchObject({ components: { database: healthy, migrations: unhealthy } });
  });
});

onPostgres('PostgreSQL that cannot be reached', (create) => {
  it('is not there, and the process lives', async () => {
    const network = await severable(await create());
    const service = await openApp({ database: network.database });
    await network.sever();
    const { status, json } = await ready(service);
    expect([status, json]).toMatchObject([
      503,
      { ready: false, reason: 'the database does not answer', components: { database: unhealthy } },
    ]);
    expect((await service.call('GET', '/api/v1/health')).text).toBe('OK');
    await service.close();
    await network.database.drop();
  });
});

onPostgres('PostgreSQL with a replica', (create) => {
  it('is degraded, and there, without it', async () => {
    const database = await create();
    const service = await openApp({ database: withReplica(database) });
    const { status, json } = await ready(service);
    expect([status, json]).toEqual([
      200,
      {
        ready: true,
        status: 'degraded',
        reason: 'the replica of the database is not used: reads go to the primary',
        components: { database: healthy, migrations: healthy, replica: unhealthy },
        timestamp,
      },
    ]);
    const { text } = await service.call('GET', '/metrics');
    expect(valueOf(text, 'database_replica_up')).toBe(0);
    expect((await service.call('GET', '/api/v1/relayers')).status).toBe(200);
    const after = (await service.call('GET', '/metrics')).text;
    expect(valueOf(after, 'database_replica_reads_total', { outcome: 'away' })).toBeGreaterThan(0);
    await service.close();
    await database.drop();
  });
});

whereRedisIs('Readiness with a Redis', () => {
  it('is degraded, and there, without it', async () => {
    const redis = await RedisServer.start();
    const service = await openApp({ settings: { redis: { url: new SecretValue(redis.url), keyPrefix: 'test' } } });
    expect((await ready(service)).json).toMatchObject({ status: 'healthy', components: { redis: healthy } });
    await redis.kill();
    await eventually(async () => {
      const { status, json } = await ready(service);
      expect([status, json]).toEqual([
        200,
        {
          ready: true,
          status: 'degraded',
          reason: 'Redis does not answer: rate limits are counted by each process',
          components: { database: healthy, migrations: healthy, redis: unhealthy },
          timestamp,
        },
      ]);
    });
    await redis.start();
    await eventually(async () => expect((await ready(service)).json).toMatchObject({ status: 'healthy' }));
    await service.close();
    await redis.kill();
  });
});
