import { setTimeout as wait } from 'node:timers/promises';
import { builtEntryPoint, endAll, startBuiltService } from '../support/built-service';
import { fleetSettings } from '../support/built-fleet';
import { databases, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { API_KEY } from '../support/open-app';
import { scratchFolder } from '../support/scratch';

const headers = { authorization: `Bearer ${API_KEY}`, connection: 'close' };
const LONGER_THAN_ANY_TEST = '600';
const SHORT = '1';

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(60_000);

describe.each(['1', '2'])('SHUTDOWN_DELAY_SECONDS, with %s processes', (WEB_CONCURRENCY) => {
  const folder = scratchFolder();
  let database: TestDatabase;
  beforeEach(async () => {
    database = await databases[0]!.create();
  });
  afterEach(() => database.drop());

  const start = async (SHUTDOWN_DELAY_SECONDS: string) => {
    const service = await startBuiltService(folder(), {
      ...fleetSettings(database),
      WEB_CONCURRENCY,
      SHUTDOWN_DELAY_SECONDS,
    });
    const statusOf = async (path: string) => (await fetch(service.baseUrl + path, { headers })).status;
    return { service, statusOf };
  };

  it('serves new connections on while it is not ready any more', async () => {
    const { service, statusOf } = await start(LONGER_THAN_ANY_TEST);
    // Whichever process answers.
    const several = (path: string) => Promise.all(Array.from({ length: 8 }, () => statusOf(path)));
    service.kill('SIGTERM');
    await eventually(async () => expect(new Set(await several('/api/v1/ready'))).toEqual(new Set([503])));
    expect(new Set(await several('/api/v1/relayers'))).toEqual(new Set([200]));
    expect(await statusOf('/api/v1/health')).toBe(200);
    service.kill('SIGKILL');
    await service.ended;
  });

  it('loses no request of those who leave when it is not ready any more', async () => {
    const { service, statusOf } = await start(SHORT);
    const client = async (): Promise<number[]> => {
      const statuses: number[] = [];
      while ((await statusOf('/api/v1/ready')) === 200) {
        statuses.push(await statusOf('/api/v1/relayers'));
        await wait(1);
      }
      return statuses;
    };
    const clients = Array.from({ length: 4 }, client);
    await eventually(async () => expect(await statusOf('/api/v1/relayers')).toBe(200));
    service.kill('SIGTERM');
    const statuses = (await Promise.all(clients)).flat();
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(await service.ended).toBe(0);
  });
});
