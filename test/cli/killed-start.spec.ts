import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { builtEntryPoint, endAll, freePort, runBuilt, startBuiltService } from '../support/built-service';
import { API_KEY, call } from '../support/open-app';
import { scratchFolder } from '../support/scratch';

const WAL_BYTES = [0, 100_000, 300_000, 500_000];

const folder = scratchFolder();
const file = (name: string): string => join(folder(), 'data', `relayer-management.db${name}`);

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(120_000);

/** How many records the service has that starts here, of each collection. */
async function recordsOfNextStart(): Promise<Record<string, number | undefined>> {
  const service = await startBuiltService(folder(), { API_KEY });
  const counts: Record<string, number | undefined> = {};
  for (const collection of ['relayers', 'notifications', 'signers']) {
    const { json } = await call(`${service.baseUrl}/api/v1/${collection}`, 'GET', undefined, {});
    counts[collection] = json.pagination?.total_items;
  }
  expect(await service.stop()).toBe(0);
  const verified = runBuilt(folder(), { API_KEY }, ['audit', 'verify']);
  expect(await verified.ended).toBe(0);
  return counts;
}

const SAMPLES = { relayers: 10, notifications: 3 };

describe('a first start that was killed', () => {
  /** The moments of a start, as its files tell: made, with its key, and with ever more in the log of changes. */
  const moments: readonly (readonly [string, () => boolean])[] = [
    ['as soon as there is a file', () => existsSync(file(''))],
    ['as soon as there is a key', () => existsSync(file('.key'))],
    ...WAL_BYTES.map((bytes) => {
      const isReached = (): boolean => (statSync(file('-wal'), { throwIfNoEntry: false })?.size ?? -1) >= bytes;
      return [`once ${String(bytes)} bytes of changes are written`, isReached] as const;
    }),
  ];

  it.each(moments)('%s leaves the samples to the next one, once', async (_, isReached) => {
    const first = runBuilt(folder(), { API_KEY, PORT: String(await freePort()) });
    while (!isReached() && !first.printed().includes('listening')) await turn();
    first.kill('SIGKILL');
    expect(await first.ended).toBeNull();
    expect(await recordsOfNextStart()).toMatchObject(SAMPLES);
    expect(await recordsOfNextStart()).toMatchObject(SAMPLES);
  });

  it('after it had migrated leaves the samples to the next one', async () => {
    expect(await runBuilt(folder(), {}, ['migrate']).ended).toBe(0);
    expect(existsSync(file('.key'))).toBe(false);
    expect(await recordsOfNextStart()).toMatchObject(SAMPLES);
  });

  it('puts no samples into a database that was emptied', async () => {
    const first = await startBuiltService(folder(), { API_KEY });
    for (const collection of ['relayers', 'notifications', 'signers']) {
      const base = `${first.baseUrl}/api/v1/${collection}`;
      const { json } = await call(`${base}?per_page=100`, 'GET', undefined, {});
      for (const { id } of json.data as { readonly id: string }[]) await call(`${base}/${id}`, 'DELETE', undefined, {});
    }
    first.kill('SIGKILL');
    await first.ended;
    expect(await recordsOfNextStart()).toEqual({ relayers: 0, notifications: 0, signers: 0 });
  });
});
