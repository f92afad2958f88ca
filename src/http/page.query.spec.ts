import { OpaqueTexts } from '../kernel/opaque-texts';
import { validateQuery } from '../kernel/validation';
import { ChoiceParameter, CursorOf, FlagParameter, InstantParameter, PageQuery, TextParameter } from './page.query';

class Filtered extends PageQuery {
  @TextParameter()
  readonly search?: string;

  @FlagParameter()
  readonly paused?: boolean;

  @InstantParameter()
  readonly since?: string;

  @ChoiceParameter(['open', 'closed'])
  readonly state?: string;
}

const read = (query: Record<string, unknown>) => validateQuery(Filtered, query);

it.each([
  [{}, { page: 1n, perPage: 10 }],
  [{ page: '0' }, { page: 1n, perPage: 10 }],
  [
    { page: '7', per_page: '3' },
    { page: 7n, perPage: 3 },
  ],
  [{ page: '007' }, { page: 7n, perPage: 10 }],
  [{ per_page: '0' }, { page: 1n, perPage: 0 }],
  [{ per_page: '1000' }, { page: 1n, perPage: 1000 }],
  [{ per_page: '1001' }, { page: 1n, perPage: 1000 }],
  [
    { page: '9'.repeat(100), per_page: '9'.repeat(100) },
    { page: 10n ** 100n - 1n, perPage: 1000 },
  ],
  [{ position: '41' }, { page: 1n, perPage: 10 }],
])('reads the page that %j asks for', (given, expected) => {
  const { value, faults } = read(given);
  expect(value.request).toEqual(expected);
  expect(value.request).not.toHaveProperty('after');
  expect(faults).toEqual([]);
});

it.each(['-1', '+1', '1.0', '1e3', '0x1', ' 1', '1 ', 'one', '١', '1_0', 'NaN'])(
  'refuses %j as a number of a page',
  (value) => {
    expect(read({ page: value }).faults).toEqual([{ path: 'page', message: 'must be a whole number, 0 or more' }]);
  },
);

it.each([
  [['1', '2'], 'must be given once, with at most 255 characters'],
  [['1'], 'must be given once, with at most 255 characters'],
  [['2026-01-31T12:00:00Z'], 'must be given once, with at most 255 characters'],
  ['x'.repeat(256), 'must be given once, with at most 255 characters'],
  ['', 'must not be empty'],
  ['a\0b', 'must not contain NUL'],
])('refuses %j as a text', (value, message) => {
  expect(read({ search: value }).faults).toEqual([{ path: 'search', message }]);
  expect(read({ paused: value, state: value, since: value, page: value }).faults).toEqual(
    ['page', 'paused', 'since', 'state'].map((path) => ({ path, message })),
  );
});

it('reads true and false, and nothing else, as such', () => {
  expect(read({ paused: 'true' })).toMatchObject({ value: { paused: true }, faults: [] });
  expect(read({ paused: 'false' })).toMatchObject({ value: { paused: false }, faults: [] });
  for (const paused of ['TRUE', '1']) {
    expect(read({ paused }).faults).toEqual([{ path: 'paused', message: 'must be true or false' }]);
  }
});

it('reads a text as it is', () => {
  for (const search of ['x', 'x'.repeat(255), ' ü ']) {
    expect(read({ search })).toMatchObject({ value: { search }, faults: [] });
  }
});

it('names the choices there are', () => {
  expect(read({ state: 'open' })).toMatchObject({ value: { state: 'open' }, faults: [] });
  expect(read({ state: 'ajar' }).faults).toEqual([{ path: 'state', message: 'must be one of open, closed' }]);
});

it('tells the filters as they were given, without the page and what nobody reads', () => {
  const given = { paused: 'false', search: 'a b', since: '2026-01-31T12:00+02:00' };
  expect(read({ ...given, page: '2', unread: 'x', constructor: 'y' }).value.filters).toEqual(given);
});

it.each([
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00+02:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00.123Z'],
])('reads the instant %s', (text, expected) => {
  const { value, faults } = read({ since: text });
  expect(new Date(value.since ?? '').toISOString()).toBe(expected);
  expect(faults).toEqual([]);
});

it.each([
  '2026-01-31',
  '2026-01-31T12:00:00',
  '2026-13-31T12:00:00Z',
  '2026-02-30T12:00:00Z',
  'yesterday',
  '1700000000',
])('refuses %s as an instant', (text) => {
  expect(read({ since: text }).faults).toEqual([
    { path: 'since', message: 'must be an ISO 8601 instant, for example 2026-01-31T12:00:00Z' },
  ]);
});

it('says all that is wrong at once, and nothing of what nobody reads', () => {
  const { faults } = read({ page: 'x', per_page: '-1', after: ['1', '1'], paused: 'maybe', unread: '' });
  expect(faults.map(({ path }) => path)).toEqual(['page', 'per_page', 'after', 'paused']);
});

describe('the cursor of a list', () => {
  const texts = new OpaqueTexts([Buffer.alloc(32, 7)]);
  const Cursor = CursorOf('/things') as new (texts: OpaqueTexts) => InstanceType<ReturnType<typeof CursorOf>>;
  const open = (after?: string) =>
    new Cursor(texts).transform(read({ page: '2', ...(after !== undefined && { after }) }).value, { type: 'query' });

  it('stands for a position in it', () => {
    expect(open(texts.cursor('/things', 41)).request).toEqual({ page: 2n, perPage: 10, after: 41 });
  });

  it('is not needed', () => {
    expect(open().request).toEqual({ page: 2n, perPage: 10 });
  });

  it.each(['41', texts.cursor('/others', 41)])('is not %s', (after) => {
    expect(() => open(after)).toThrow('after must be the cursor of a link of this list');
  });

  it('is not passed over by a list that opens none', () => {
    expect(() => read({ after: texts.cursor('/things', 41) }).value.request).toThrow('Nobody opened the cursor');
  });
});
