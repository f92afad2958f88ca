import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { migrations } from '../../migrations';
import { sqliteDriver } from '../../src/persistence/sqlite-driver';
import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { type OpenApp, openApp } from '../support/open-app';

/** What the next release may do to the schema: ADR 0030. */
class Expand1999999999999 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['relayers', 'notifications', 'signers', 'api_tokens', 'audit_events', 'answered_requests']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN later varchar(64)`);
      await runner.query(`ALTER TABLE ${table} ADD COLUMN counted integer NOT NULL DEFAULT 0`);
      await runner.query(`CREATE INDEX ${table}_by_later ON ${table} (later)`);
    }
    await runner.query('CREATE TABLE later (id integer PRIMARY KEY)');
  }

  async down(): Promise<void> {
    await Promise.resolve();
  }
}

async function migrateFurther({ settings }: TestDatabase): Promise<void> {
  const next = [...migrations, Expand1999999999999];
  const dataSource = new DataSource(
    settings.kind === 'sqlite'
      ? { type: 'better-sqlite3', driver: sqliteDriver(), database: settings.path, migrations: next }
      : { type: 'postgres', url: settings.url.reveal(), migrations: next },
  );
  await dataSource.initialize();
  expect(await dataSource.runMigrations()).toHaveLength(1);
  await dataSource.destroy();
}

onEachDatabase('A schema that the next release has expanded', (create) => {
  let test: TestDatabase;
  const opened: OpenApp[] = [];

  const open = async (): Promise<OpenApp> => {
    const app = await openApp({ database: test });
    opened.push(app);
    return app;
  };
  /** Every kind of statement, with the statuses that come of them. */
  const use = async (app: OpenApp, suffix: string): Promise<number[]> => {
    const at = (collection: string, id = ''): string => `/api/v1/${collection}${id && `/${id}${suffix}`}`;
    const own = { signer_id: `signer-1${suffix}`, notification_id: `hook${suffix}` };
    const requests: readonly (readonly [string, string, unknown?])[] = [
      ['POST', at('signers'), aSigner({ id: `signer-1${suffix}` })],
      ['POST', at('notifications'), { ...aNotification(), id: `hook${suffix}` }],
      [
        'POST',
        at('relayers'),
        aRelayer({ id: `relayer-1${suffix}`, ...own, custom_rpc_urls: [{ url: 'https://a.example.com' }] }),
      ],
      ['PATCH', at('relayers', 'relayer-1'), { paused: true }],
      ['PATCH', at('notifications', 'hook'), { signing_key: 'another-key-of-thirty-two-bytes-or-more' }],
      ['POST', at('tokens'), { name: 'a', permissions: ['relayers:read'] }],
      ...['relayers', 'relayers?paused=true', 'notifications', 'signers', 'tokens', 'audit-events'].map(
        (path) => ['GET', at(path)] as const,
      ),
      ['DELETE', at('relayers', 'relayer-1')],
      ['DELETE', at('notifications', 'hook')],
      ['DELETE', at('signers', 'signer-1')],
    ];
    const statuses: number[] = [];
    for (const [method, path, body] of requests) {
      const headers = method === 'POST' ? { 'idempotency-key': `${path}${suffix}` } : {};
      statuses.push((await app.call(method, path, body, headers)).status);
    }
    return statuses;
  };
  const sound = [201, 201, 201, 200, 200, 201, 200, 200, 200, 200, 200, 200, 200, 200, 200];

  beforeAll(async () => {
    test = await create();
  });
  afterAll(async () => {
    for (const app of opened) await app.close();
    await test.drop();
  });

  it('serves the release before, which goes on beside the next one, and may start again', async () => {
    const running = await open();
    expect(await use(running, '-before')).toEqual(sound);
    await migrateFurther(test);
    expect(await use(running, '-beside')).toEqual(sound);
    expect(await use(await open(), '-again')).toEqual(sound);
  });
});
