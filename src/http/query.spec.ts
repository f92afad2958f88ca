import { DomainError, type Fault } from '../kernel/domain-error';
import type { ApiRequest } from './api-request';
import { Query } from './query';

const queryOf = (query: Record<string, unknown>): Query => new Query({ url: '/?', query } as unknown as ApiRequest);

function faultsOf(query: Query): readonly Fault[] {
  try {
    query.check();
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.faults;
    throw error;
  }
  return [];
}

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
  [{ after: '0' }, { page: 1n, perPage: 10, after: 0 }],
  [
    { after: '41', page: '2' },
    { page: 2n, perPage: 10, after: 41 },
  ],
  [{ after: '9'.repeat(50) }, { page: 1n, perPage: 10, after: 2 ** 31 }],
])('reads the page that %j asks for', (given, expected) => {
  const query = queryOf(given);
  expect(query.page()).toEqual(expected);
  expect(faultsOf(query)).toEqual([]);
});

it.each(['-1', '+1', '1.0', '1e3', '0x1', ' 1', '1 ', 'one', '١', '1_0', 'NaN'])(
  'refuses %j as a number of a page',
  (value) => {
    const query = queryOf({ page: value });
    expect(query.page().page).toBe(1n);
    expect(faultsOf(query)).toEqual([{ path: 'page', message: 'must be a whole number, 0 or more' }]);
  },
);

it.each([
  [['1', '2'], 'must be given once, with at most 255 characters'],
  ['x'.repeat(256), 'must be given once, with at most 255 characters'],
  ['', 'must not be empty'],
  ['a\0b', 'must not contain NUL'],
])('refuses %j as a text', (value, message) => {
  const query = queryOf({ search: value });
  expect(query.text('search')).toBeUndefined();
  expect(faultsOf(query)).toEqual([{ path: 'search', message }]);
});

it('reads true and false, and nothing else, as such', () => {
  const query = queryOf({ a: 'true', b: 'false', c: 'TRUE', d: '1' });
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => query.boolean(name))).toEqual([
    true,
    false,
    undefined,
    undefined,
    undefined,
  ]);
  expect(faultsOf(query).map(({ path, message }) => `${path} ${message}`)).toEqual([
    'c must be true or false',
    'd must be true or false',
  ]);
});

it.each([
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00+02:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00.123Z'],
])('reads the instant %s', (text, expected) => {
  expect(queryOf({ since: text }).instant('since')?.toISOString()).toBe(expected);
});

it.each(['2026-01-31', '2026-01-31T12:00:00', '2026-13-31T12:00:00Z', 'yesterday', '1700000000'])(
  'refuses %s as an instant',
  (text) => {
    const query = queryOf({ since: text });
    expect(query.instant('since')).toBeUndefined();
    expect(faultsOf(query)).toHaveLength(1);
  },
);

it('says all that is wrong at once, and nothing of what nobody reads', () => {
  const query = queryOf({ page: 'x', per_page: '-1', after: ['1', '1'], paused: 'maybe', unread: '' });
  query.page();
  query.boolean('paused');
  expect(faultsOf(query).map(({ path }) => path)).toEqual(['page', 'per_page', 'after', 'paused']);
});
