import { builtEntryPoint, type BuiltService, endAll, startBuiltService } from './built-service';
import type { TestDatabase } from './databases';
import { API_KEY, call, type Reply } from './open-app';
import { databaseUrl } from './run-command';
import { scratchFolder } from './scratch';

/** One process of a fleet, and a caller with full access to it. */
export interface Instance {
  readonly service: BuiltService;
  readonly call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
}

/** The settings under which built services serve one database without limits, and relayers on whatever network. */
export const fleetSettings = (database: TestDatabase): Record<string, string> => ({
  API_KEY,
  STORAGE_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  DATABASE_URL: databaseUrl(database),
  RATE_LIMIT_REQUESTS_PER_SECOND: '0',
  CHECK_NETWORKS: 'false',
});

/** A built service, with what calls it. */
export async function startInstance(folder: string, settings: Record<string, string>): Promise<Instance> {
  const service = await startBuiltService(folder, settings);
  return {
    service,
    call: (method, path, body, headers = {}) => call(service.baseUrl + path, method, body, headers),
  };
}

/** Gives each test of a describe block two processes on one database of its own. */
export function twoProcesses(create: () => Promise<TestDatabase>): () => readonly [Instance, Instance] {
  const folder = scratchFolder();
  let database: TestDatabase;
  let instances: readonly [Instance, Instance];

  beforeAll(() => {
    builtEntryPoint();
  }, 180_000);
  beforeEach(async () => {
    database = await create();
    const start = () => startInstance(folder(), fleetSettings(database));
    instances = await Promise.all([start(), start()]);
  }, 60_000);
  afterEach(async () => {
    await Promise.all(instances.map(({ service }) => service.stop()));
    endAll();
    await database.drop();
  }, 30_000);
  return () => instances;
}
