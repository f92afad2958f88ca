import { type MakeCache, ModelService, ModelStore } from './model';
import { planted } from './planted';
import { type Found, prepare, readersAndWriters } from './readers-and-writers';

const READS = 5_000;

/** What readers and writers find on two services over one store. */
async function find(
  enough: (found: Found) => boolean,
  make?: MakeCache,
): Promise<Found & { readonly hits: number; readonly joined: number }> {
  const store = new ModelStore();
  const services = [new ModelService(store, make), new ModelService(store, make)];
  const urls = await Promise.all(services.map((service) => service.listen()));
  await prepare(urls[0]!, 'operator');
  const found = await readersAndWriters(urls, 'operator', enough);
  const [hits, joined] = (['hit', 'joined'] as const).map((name) =>
    services.reduce((sum, { cache }) => sum + cache.counts[name], 0),
  );
  await Promise.all(services.map((service) => service.close()));
  return { ...found, hits: hits!, joined: joined! };
}

describe('Readers and writers on a service whose every step takes a while', () => {
  it(`find nothing stale in ${String(READS)} reads`, async () => {
    const found = await find(({ reads }) => reads >= READS);
    expect(found.stale).toEqual([]);
    expect(found.hits).toBeGreaterThan(READS / 20);
    expect(found.joined).toBeGreaterThan(READS / 20);
    for (const count of [found.unmodified, found.changes, found.revocations]) expect(count).toBeGreaterThan(5);
  });

  it.each(planted)('find it where %s', async (_, make) => {
    const found = await find(({ reads, stale }) => stale.length > 0 || reads >= READS, make);
    expect(found.stale.length).toBeGreaterThan(0);
  });
});
