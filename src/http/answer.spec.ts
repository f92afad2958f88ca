import { Readable } from 'node:stream';
import { allOf } from '../../test/support/read-page';
import { OpaqueTexts } from '../kernel/opaque-texts';
import type { PageRequest } from '../kernel/page';
import { Answer, namesState } from './answer';

const texts = new OpaqueTexts([Buffer.alloc(32, 7)]);
const tagOf = (position: number, version: number): string => `"${texts.tag(`/things ${position}.${version}`)}"`;

const record = (position: number, version = 1) => ({
  id: `r${String(position)}`,
  position,
  version,
});
const view = ({ id }: { readonly id: string }) => ({ id });
const pageOf = (items: ReturnType<typeof record>[], total: number) => ({
  revisions: items,
  total,
  bytes: 0,
  items: Readable.from(items) as AsyncIterable<ReturnType<typeof record>>,
});

/** The links of a page of a list with `total` records, by their relations. */
function links(request: PageRequest, total: number, onPage: number, query = {}): Record<string, string> {
  const items = Array.from({ length: onPage }, (_, index) => record(100 + index));
  const answer = Answer.page({ path: '/things', request, query }, pageOf(items, total), view);
  const found = [...(answer.headers(texts).Link ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)];
  return Object.fromEntries(found.map((match) => [match[2]!, match[1]!] as const));
}

it('tags one record by its state', () => {
  const answer = Answer.record('/things', { id: 'r7' }, record(7, 3));
  expect(answer.data).toEqual({ id: 'r7' });
  expect(answer.headers(texts)).toEqual({ ETag: tagOf(7, 3) });
});

it('says where a created record is', () => {
  const answer = Answer.created('/things', { id: 'r7' }, record(7));
  expect(answer.headers(texts)).toEqual({ ETag: tagOf(7, 1), Location: '/things/r7' });
});

it('shows a page, with the pagination as it was asked for', async () => {
  const page = pageOf([record(1), record(2)], 12);
  const { list, headers } = Answer.page({ path: '/things', request: { page: 10n ** 30n, perPage: 2 } }, page, view);
  expect(await allOf(list!.items)).toEqual([{ id: 'r1' }, { id: 'r2' }]);
  expect([list!.before, list!.after]).toEqual([
    '{"success":true,"data":[',
    `],"error":"","pagination":{"current_page":1${'0'.repeat(30)},"per_page":2,"total_items":12}}`,
  ]);
  expect(headers(texts).ETag).toMatch(/^"[\w-]{22}"$/);
});

it('tags a page by the states that are on it, and by how they are shown', () => {
  const tag = (total: number, version: number, variant = '', page = 1n): string =>
    Answer.page(
      { path: '/things', request: { page, perPage: 10 } },
      pageOf([record(1, version)], total),
      view,
      variant,
    ).headers(texts).ETag!;
  expect(tag(1, 1)).toBe(tag(1, 1));
  expect(new Set([tag(1, 1), tag(2, 1), tag(1, 2), tag(1, 1, '-masked'), tag(1, 1, '', 2n)]).size).toBe(5);
});

it.each<[string, PageRequest, number, number, Record<string, string>]>([
  [
    'the first of several pages',
    { page: 1n, perPage: 10 },
    25,
    10,
    {
      first: '/things?page=1&per_page=10',
      next: `/things?page=2&per_page=10&after=${texts.cursor('/things', 109)}`,
      last: '/things?page=3&per_page=10',
    },
  ],
  [
    'the last one',
    { page: 3n, perPage: 10 },
    25,
    5,
    { first: '/things?page=1&per_page=10', prev: '/things?page=2&per_page=10', last: '/things?page=3&per_page=10' },
  ],
  [
    'one past the end',
    { page: 10n ** 20n, perPage: 10 },
    25,
    0,
    { first: '/things?page=1&per_page=10', prev: '/things?page=3&per_page=10', last: '/things?page=3&per_page=10' },
  ],
  [
    'an empty list',
    { page: 1n, perPage: 10 },
    0,
    0,
    { first: '/things?page=1&per_page=10', last: '/things?page=1&per_page=10' },
  ],
  ['no records at all', { page: 1n, perPage: 0 }, 25, 0, {}],
])('links %s to its neighbours', (_, request, total, onPage, expected) => {
  expect(links(request, total, onPage)).toEqual(expected);
});

it('goes on from the last record for whoever follows the links, as long as pages are full', () => {
  expect(links({ page: 3n, perPage: 2, after: 50 }, 5, 2).next).toBe(
    `/things?page=4&per_page=2&after=${texts.cursor('/things', 101)}`,
  );
  expect(links({ page: 3n, perPage: 2, after: 50 }, 5, 1).next).toBeUndefined();
});

it('keeps the filters in the links, encoded', () => {
  expect(links({ page: 1n, perPage: 10 }, 0, 0, { search: 'a&b=c d>' }).first).toBe(
    '/things?search=a%26b%3Dc+d%3E&page=1&per_page=10',
  );
});

it('tags every state of a record differently', () => {
  const tags = [
    ['/things', 1, 12],
    ['/things', 11, 2],
    ['/others', 1, 12],
  ] as const;
  const made = tags.map(([list, position, version]) => Answer.record(list, {}, { position, version }).headers(texts));
  expect(
    new Set([...made, Answer.record('/things', {}, record(1, 12), 'x').headers(texts)].map(({ ETag }) => ETag)).size,
  ).toBe(4);
});

it('knows the tag of a state, as it is or as some callers see it, under every key', () => {
  const rotated = new OpaqueTexts([Buffer.alloc(32, 8), Buffer.alloc(32, 7)]);
  for (const variant of ['', '-masked']) {
    const tag = Answer.record('/things', {}, record(7, 3), variant).headers(texts).ETag!;
    const names = (version: number, collection = '/things'): boolean[] =>
      [texts, rotated].map((known) => namesState(known, tag, collection, record(7, version)));
    expect(names(3)).toEqual([true, true]);
    expect([...names(4), ...names(3, '/others')]).toEqual([false, false, false, false]);
    expect(namesState(texts, tag.slice(0, -1), '/things', record(7, 3))).toBe(false);
  }
});
