import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { Database } from '../../src/persistence/database';
import { SecretValue } from '../../src/kernel/secret';
import { root } from '../support/built-service';
import { onEachDatabase, onPostgres } from '../support/databases';
import { eventually } from '../support/eventually';
import { type OpenApp, openApp, type Reply } from '../support/open-app';
import { RedisServer, whereRedisIs } from '../support/redis-server';
import { severable } from '../support/severable';
import { sharedApp } from '../support/shared-app';

const healthy = { status: 'healthy' };
const unhealthy = { status: 'unhealthy' };
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

const ready = (service: Pick<OpenApp, 'call'>): Promise<Reply> =>
  service.call('GET', '/api/v1/ready', undefined, { authorization: '' });

onEachDatabase('Readiness', (create) => {
  const service = sharedApp(create);

  it('is there with a database of the right schema', async () => {
    const { status, json } = await ready(service);
    const components = { database: healthy, migrations: healthy };
    expect([status, json]).toEqual([200, { ready: true, status: 'healthy', components, version, timestamp }]);
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
        version,
        timestamp,
      },
    ]);
    await database.run(() => database.query('DROP TABLE migrations'));
    expect((await ready(service)).json).toMatchObject({ components: { database: healthy, migrations: unhealthy } });
  });
});

onPostgres('PostgreSQL that takes no changes', (create) => {
  it('is there for readers, not ready, and ready once it takes them again', async () => {
    const database = await create();
    const { settings } = database;
    const operator = new Client({ connectionString: settings.kind === 'postgres' ? settings.url.reveal() : '' });
    await operator.connect();
    /** Ends the connections, too: each has its own setting from its beginning. */
    const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
      await operator.query(`DO $$ BEGIN EXECUTE format(
        'ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$`);
      await operator.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
      );
    };
    const service = await openApp({ database });
    const post = () => service.call('POST', '/api/v1/notifications', { url: 'https://hooks.example.com/a' });
    const reads = async () => (await service.call('GET', '/api/v1/notifications')).status;
    await setReadOnly('on');
    await eventually(async () => expect(await reads()).toBe(200));
    // Nobody has to have tried.
    expect((await ready(service)).json).toMatchObject({ reason: 'the database takes no changes' });
    expect((await post()).status).toBe(503);
    const { status, json } = await ready(service);
    expect([status, json]).toMatchObject([503, { ready: false, reason: 'the database takes no changes' }]);
    expect(await reads()).toBe(200);
    await operator.query('SET default_transaction_read_only = off');
    await setReadOnly('off');
    await eventually(async () => expect((await ready(service)).status).toBe(200));
    expect((await post()).status).toBe(201);
    await operator.end();
    await service.close();
    await database.drop();
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
          version,
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
