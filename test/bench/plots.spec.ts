import { barPlot } from '../../bench/speed/bar-plot';
import { costPlot } from '../../bench/speed/cost-plot';
import type { WorkResult } from '../../bench/speed/results';
import type { Figure } from '../../bench/speed/statistics';
import { SIDES } from '../../bench/speed/targets';

const exactly = (median: number): Figure => ({ median, low: median * 0.9, high: median * 1.1 });
const side = (rate: number) => ({
  rate: exactly(rate),
  p50: exactly(1),
  p99: exactly(2),
  cpu: exactly(50),
  busy: exactly(1),
  resident: exactly(1e8),
});
const work: WorkResult = {
  title: 'GET <one> & all',
  connections: 50,
  rounds: 5,
  seconds: 1,
  sides: { service: side(9_000), 'express-sqlite': side(3_000) },
  verdicts: [{ what: SIDES['express-sqlite'], figure: exactly(3), unit: '×' }],
};

/** The elements of a drawing that is well-formed: each is closed in its turn. */
function elementsOf(svg: string): Record<string, string>[] {
  const open: string[] = [];
  const elements: Record<string, string>[] = [];
  const style = /<style>[^<]*<\/style>/;
  expect(svg).toMatch(style);
  for (const [, closing, name = '', attributes = '', empty] of svg
    .replace(style, '')
    .matchAll(/<(\/?)([a-z]+)((?: [\w-]+="[^"<]*")*)(\/?)>/gi)) {
    if (closing === '/') expect(open.pop()).toBe(name);
    else {
      const pairs = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
      elements.push({ ...(Object.fromEntries(pairs) as Record<string, string>), name });
      if (empty === '') open.push(name);
    }
  }
  expect(open).toEqual([]);
  return elements;
}

describe('The plot of requests a second', () => {
  const svg = barPlot([work], 'somewhere, some day');
  const elements = elementsOf(svg);

  it('has a bar for each side, as long as its requests a second', () => {
    const widths = elements
      .filter(({ class: kind = '' }) => /^(own|bar)$/.test(kind))
      .map(({ width }) => Number(width));
    expect(widths).toHaveLength(2);
    expect(widths[0]! / widths[1]!).toBeCloseTo(3, 1);
  });

  it('writes its numbers, too', () => {
    for (const text of ['GET &lt;one&gt; &amp; all', 'this service', '9,000', '3,000 (we serve 3 ×)', 'somewhere']) {
      expect(svg).toContain(text);
    }
  });

  it('follows the scheme of its reader', () => {
    expect(svg).toContain('prefers-color-scheme: dark');
  });

  it('stays within its borders', () => {
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
    for (const { x, y } of elements.filter((element) => element.x !== undefined)) {
      expect(Number(x)).toBeLessThan(width!);
      expect(Number(y)).toBeLessThan(height!);
    }
  });
});

describe('The plot of costs', () => {
  const costs = {
    'first page': { '1000': exactly(1), '10000': exactly(1), '100000': exactly(1.1), '1000000': exactly(1.2) },
    'last page': { '1000': exactly(2), '10000': exactly(4), '100000': exactly(8), '1000000': exactly(32) },
  };
  const svg = costPlot(costs, 'somewhere');
  const elements = elementsOf(svg);

  it('has a curve for each work, higher where a request costs more', () => {
    const curves = elements.filter(({ name }) => name === 'polyline').map(({ points = '' }) => points.split(' '));
    expect(curves.map((points) => points.length)).toEqual([4, 4]);
    const heights = curves.map((points) => Number(points.at(-1)?.split(',')[1]));
    expect(heights[1]).toBeLessThan(heights[0]!);
  });

  it('says what each costs with the most relayers beside the fewest', () => {
    for (const text of ['first page 1.2 ×', 'last page 16 ×', '1,000,000', 'relayers in the database']) {
      expect(svg).toContain(text);
    }
  });
});
