import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../src/persistence/sqlite-driver';
import { builtEntryPoint, endAll } from '../support/built-service';
import { fleetSettings, startInstance } from '../support/built-fleet';
import { onPostgres } from '../support/databases';
import { databaseUrl, runWith } from '../support/run-command';
import { scratchFolder } from '../support/scratch';

const MUCH_MIB = 10;
const MIB = 1024 * 1024;

const folder = scratchFolder();

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(120_000);

const compact = (DATABASE_URL: string) => runWith({ DATABASE_URL }, ['database', 'compact']);

describe('relayctl database compact', () => {
  it('gives the space of deleted records back, while a service runs, which goes on', async () => {
    const path = join(folder(), 'records.db');
    const database = { settings: { kind: 'sqlite', path, isDefault: false }, drop: () => Promise.resolve() } as const;
    const { service, call } = await startInstance(folder(), fleetSettings(database));
    const body = { id: 'n-0', url: 'https://hooks.example.com/a' };
    expect((await call('POST', '/api/v1/notifications', body)).status).toBe(201);
    const beside = openSqlite(path);
    beside.exec('CREATE TABLE much (text text)');
    const insert = beside.prepare('INSERT INTO much VALUES (?)');
    for (let mib = 0; mib < MUCH_MIB; mib++) insert.run('x'.repeat(MIB));
    beside.exec('DROP TABLE much');
    beside.close();
    const { status, stdout, stderr } = compact(`sqlite:${path}`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^SQLite .*records\.db: \d+\.\d MiB before, \d\.\d MiB now\n$/);
    expect(statSync(path).size).toBeLessThan(MIB);
    expect(statSync(`${path}-wal`).size).toBeLessThan(MIB);
    expect((await call('GET', '/api/v1/notifications')).json.pagination?.total_items).toBe(1);
    expect((await call('PATCH', '/api/v1/notifications/n-0', { url: 'https://hooks.example.com/b' })).status).toBe(200);
    expect((await call('GET', '/api/v1/notifications/n-0')).json.data).toMatchObject({
      url: 'https://hooks.example.com/b',
    });
    expect(await service.stop()).toBe(0);
  });

  it('says in one line that there is no such file', () => {
    const { status, stderr } = compact(`sqlite:${join(folder(), 'missing.db')}`);
    expect(status).toBe(69);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

onPostgres('relayctl database compact on PostgreSQL', (create) => {
  it('says in one line why there is nothing to do', async () => {
    const database = await create();
    const { status, stdout, stderr } = compact(databaseUrl(database));
    await database.drop();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: PostgreSQL does this by itself \(autovacuum\).*\n$/);
  });
});
