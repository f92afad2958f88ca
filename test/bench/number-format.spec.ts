import { niceStep } from '../../bench/speed/bar-plot';
import { shortFigure, shortNumber } from '../../bench/speed/number-format';
import { countRows } from '../../bench/speed/rows';
import { differenceOf } from '../../bench/speed/same-answers';
import { figureOf, ratioOf } from '../../bench/speed/statistics';
import { isMet, type Verdict } from '../../bench/speed/targets';
import { quantile } from '../../bench/speed/work';

describe('The numbers of the benchmark', () => {
  it('are medians, with the lowest and the highest', () => {
    expect(figureOf([30, 10, 20])).toEqual({ median: 20, low: 10, high: 30 });
    expect(figureOf([4, 1, 3, 2])).toEqual({ median: 2.5, low: 1, high: 4 });
    expect(figureOf([7])).toEqual({ median: 7, low: 7, high: 7 });
  });

  it('divide what was measured in the same round', () => {
    expect(ratioOf([10, 40, 90], [10, 20, 30])).toEqual({ median: 2, low: 1, high: 3 });
  });

  it('know the value below which a share of the others lies', () => {
    const values = Array.from({ length: 100 }, (_, index) => index);
    expect([quantile(values, 0.5), quantile(values, 0.99), quantile([3], 0.99)]).toEqual([50, 99, 3]);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('are written with the digits that mean something', () => {
    expect([1234.5, 99.94, 0.01234, NaN].map(shortNumber)).toEqual(['1,235', '99.9', '0.0123', '–']);
    expect(shortFigure({ median: 2000, low: 1000, high: 3000 })).toBe('2,000 (1,000–3,000)');
    expect(shortFigure({ median: 2, low: 2, high: 2 })).toBe('2');
  });
});

describe('A target of the benchmark', () => {
  const verdict = (median: number, target: Verdict['target']): Verdict => ({
    what: 'something',
    figure: { median, low: 0, high: 100 },
    unit: '×',
    ...(target && { target }),
  });

  it.each([
    ['at least', 2.4, false],
    ['at least', 2.5, true],
    ['at most', 2.5, true],
    ['at most', 2.6, false],
  ] as const)('of %s 2.5 is met by %d: %s', (bound, median, met) => {
    expect(isMet(verdict(median, { bound, limit: 2.5 }))).toBe(met);
  });

  it('may be missing', () => {
    expect(isMet(verdict(1, undefined))).toBeUndefined();
  });
});

describe('A baseline', () => {
  const service = { name: 'service', text: '{"id":"one","name":"One"}' };

  it('is taken where it answers with the same bytes', () => {
    expect(differenceOf([service, { name: 'other', text: service.text }])).toBeUndefined();
  });

  it.each([
    ['leaves a field out', '{"id":"one"}'],
    ['orders them otherwise', '{"name":"One","id":"one"}'],
    ['adds a field', '{"id":"one","name":"One","extra":1}'],
    ['answers with nothing', ''],
  ])('is refused where it %s', (_, text) => {
    expect(differenceOf([service, service, { name: 'other', text }])).toMatch(/^service has .*, other has /);
  });
});

describe('The counts that a seeded database has', () => {
  it('add up to all records on every level', () => {
    for (const records of [1, 63, 64, 65, 4096, 10_000]) {
      const rows = countRows('relayers', records);
      for (const level of [0, 1, 2]) {
        const counts = rows.filter((row) => row[1] === level).map((row) => Number(row[3]));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(records);
      }
    }
  });

  it('begin with place 1', () => {
    expect(countRows('relayers', 130).filter(([, level]) => level === 2)).toEqual([
      ['relayers', 2, 0, 63],
      ['relayers', 2, 1, 64],
      ['relayers', 2, 2, 3],
    ]);
  });
});

it.each([
  [0.7, 1],
  [1, 1],
  [3, 5],
  [5_001, 10_000],
])('An axis whose ticks are at least %d apart has them every %d', (least, step) => {
  expect(niceStep(least)).toBe(step);
});
