import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations';
import { sqliteDriver } from '../../src/persistence/sqlite-driver';
import { builtEntryPoint, endAll, startBuiltService } from '../support/built-service';
import { fleetSettings, type Instance, startInstance } from '../support/built-fleet';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { scratchFolder } from '../support/scratch';

const TOKEN = /rms_[A-Za-z0-9]{16}_[A-Za-z0-9_-]{43}_[0-9a-f]{8}/g;
const PROCESSES = [1, 2, 3];

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(60_000);

/** What the migrations table has, in the order in which it came there. */
async function migrated({ settings }: TestDatabase): Promise<string[]> {
  const dataSource = new DataSource(
    settings.kind === 'sqlite'
      ? { type: 'better-sqlite3', driver: sqliteDriver(), database: settings.path }
      : { type: 'postgres', url: settings.url.reveal() },
  );
  await dataSource.initialize();
  const rows = await dataSource.query<{ readonly name: string }[]>('SELECT name FROM migrations ORDER BY id');
  await dataSource.destroy();
  return rows.map(({ name }) => name);
}

const stopAll = (instances: readonly Instance[]): Promise<(number | null)[]> =>
  Promise.all(instances.map(({ service }) => service.stop()));

onEachDatabase('services that start at once on an empty database', (create) => {
  const folder = scratchFolder();
  let database: TestDatabase;

  beforeEach(async () => {
    database = await create('none');
  });
  afterEach(() => database.drop());

  const startAll = (settings: Record<string, string>): Promise<Instance[]> =>
    Promise.all(PROCESSES.map(() => startInstance(folder(), settings)));

  it('all come up, one of them migrates, and all see what one stores', async () => {
    const instances = await startAll(fleetSettings(database));
    expect(await migrated(database)).toEqual(migrations.map(({ name }) => name));
    for (const [index, { call }] of instances.entries()) {
      const body = { id: `by-${String(index)}`, url: 'https://hooks.example.com/a' };
      expect((await call('POST', '/api/v1/notifications', body)).status).toBe(201);
    }
    for (const { call } of instances) {
      const { data } = (await call('GET', '/api/v1/notifications')).json;
      expect((data as readonly { readonly id: string }[]).map(({ id }) => id)).toEqual(['by-0', 'by-1', 'by-2']);
    }
    expect(await stopAll(instances)).toEqual([0, 0, 0]);
  });

  it('make one token between them', async () => {
    const instances = await startAll({ ...fleetSettings(database), API_KEY: '' });
    expect(await stopAll(instances)).toEqual([0, 0, 0]);
    const printed = instances.map(({ service }) => service.printed()).join('');
    const [, file = '', ...others] = printed.split('"tokenFile":"').map((rest) => rest.split('"')[0]);
    expect(others).toEqual([]);
    const { settings } = database;
    const beside = settings.kind === 'sqlite' ? `${settings.path}.token` : join(folder(), 'relayer-management.token');
    expect(file).toBe(beside);
    expect(readFileSync(file, 'utf8')).toMatch(TOKEN);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('services that start at once in the same folder', () => {
  const folder = scratchFolder();

  it('share one key and one set of samples', async () => {
    const services = await Promise.all(PROCESSES.map(() => startBuiltService(folder(), { API_KEY })));
    for (const { baseUrl } of services) {
      const response = await fetch(`${baseUrl}/api/v1/relayers`, { headers: { authorization: `Bearer ${API_KEY}` } });
      const { pagination } = (await response.json()) as { readonly pagination: { readonly total_items: number } };
      expect(pagination.total_items).toBe(10);
    }
    await Promise.all(services.map((service) => service.stop()));
  });
});
