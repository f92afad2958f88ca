import { Histogram, Registry } from 'prom-client';
import { Durations } from './durations';

const BOUNDS = [0.001, 0.01, 0.1];
const OBSERVED = [0, 0.0004, 0.001, 0.0010001, 0.05, 0.1, 7];

it('is written as a histogram of prom-client is', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const names = { name: 'taken_seconds', help: 'Time taken.' };
  const durations = new Durations(names.name, names.help, BOUNDS, ours);
  const histogram = new Histogram({ ...names, labelNames: ['route', 'status'], buckets: BOUNDS, registers: [theirs] });
  for (const labels of [
    { route: '/a', status: '200' },
    { route: '/b', status: '404' },
  ]) {
    const series = durations.series(labels);
    for (const seconds of OBSERVED) {
      series.observe(seconds);
      histogram.labels(labels).observe(seconds);
    }
  }
  const lines = async (registry: Registry): Promise<string[]> => (await registry.metrics()).trim().split('\n').sort();
  expect(await lines(ours)).toEqual(await lines(theirs));
  expect((await ours.getMetricsAsJSON()).map(({ name, type }) => [name, type])).toEqual([
    ['taken_seconds', 'histogram'],
  ]);
});
