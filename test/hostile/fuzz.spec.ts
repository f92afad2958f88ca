import { Description } from '../../bench/fuzz/description';
import { fuzz } from '../../bench/fuzz/fuzz';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';

/** Another one finds other requests: `npm run fuzz` takes a fresh one each time, and fifty times as many requests. */
const SEED = 20_260_101;
const REQUESTS = 2_000;

onEachDatabase('Requests made from the description of the API', (create) => {
  let database: TestDatabase;
  let open: OpenApp;

  beforeAll(async () => {
    database = await create();
    open = await openApp({ database });
  });

  afterAll(async () => {
    await open.close();
    await database.drop();
  });

  it('are answered as described, whatever they bring', async () => {
    const { statuses, violations } = await fuzz(new Description(), {
      url: open.url,
      token: API_KEY,
      seed: SEED,
      requests: REQUESTS,
    });
    expect(violations).toEqual([]);
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
    // Requests that are all refused would prove little.
    for (const status of [200, 201, 400, 401, 404, 405, 409]) expect(statuses.get(status)).toBeGreaterThan(0);
    expect(open.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
  }, 120_000);
});
