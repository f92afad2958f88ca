import type { PageRequest } from '../kernel/page';
import { Answer, entityTag } from './answer';

const record = (position: number, version = 1) => ({
  id: `r${String(position)}`,
  position,
  version,
  json: `{"id":"r${String(position)}","amount":340282366920938463463374607431768211455}`,
});

/** The links of a page of a list with `total` records, by their relations. */
function links(request: PageRequest, total: number, onPage: number, query = {}): Record<string, string> {
  const items = Array.from({ length: onPage }, (_, index) => record(100 + index));
  const { headers } = Answer.list('/things', request, { items, total }, undefined, query);
  const found = [...(headers.Link ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)];
  return Object.fromEntries(found.map((match) => [match[2]!, match[1]!] as const));
}

it('puts one record into the envelope, its digits untouched, with the tag of its state', () => {
  const answer = Answer.record(record(7, 3));
  expect(answer.text).toBe(`{"success":true,"data":${record(7).json},"error":""}`);
  expect(answer.headers).toEqual({ ETag: '"7.3"' });
});

it('says where a created record is', () => {
  expect(Answer.created('/things', record(7)).headers).toEqual({ ETag: '"7.1"', Location: '/things/r7' });
});

it('puts a sentence into the envelope', () => {
  expect(Answer.value('It is "gone"').text).toBe('{"success":true,"data":"It is \\"gone\\"","error":""}');
});

it('puts a page into the envelope, with the pagination as it was asked for', () => {
  const page = { items: [record(1), record(2)], total: 12 };
  const { text, headers } = Answer.list('/things', { page: 10n ** 30n, perPage: 2 }, page);
  expect(text).toBe(
    `{"success":true,"data":[${record(1).json},${record(2).json}],"error":"","pagination":{"current_page":1${'0'.repeat(30)},"per_page":2,"total_items":12}}`,
  );
  expect(headers.ETag).toMatch(/^"[\w-]{27}"$/);
});

it('tags a page by what is on it', () => {
  const tag = (total: number, version: number): string =>
    Answer.list('/things', { page: 1n, perPage: 10 }, { items: [{ ...record(1), json: String(version) }], total })
      .headers.ETag!;
  expect(tag(1, 1)).toBe(tag(1, 1));
  expect(new Set([tag(1, 1), tag(2, 1), tag(1, 2)]).size).toBe(3);
});

it('shows a page differently to different callers', () => {
  const page = { items: [record(1)], total: 1 };
  const request = { page: 1n, perPage: 10 };
  const hidden = () => '"hidden"';
  expect(Answer.list('/things', request, page, hidden).text).toContain('["hidden"]');
  expect(Answer.list('/things', request, page).text).toContain(`[${record(1).json}]`);
  expect(Answer.list('/things', request, page, hidden).text).toContain('["hidden"]');
});

it.each<[string, PageRequest, number, number, Record<string, string>]>([
  [
    'the first of several pages',
    { page: 1n, perPage: 10 },
    25,
    10,
    {
      first: '/things?page=1&per_page=10',
      next: '/things?page=2&per_page=10&after=109',
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
  expect(links({ page: 3n, perPage: 2, after: 50 }, 5, 2).next).toBe('/things?page=4&per_page=2&after=101');
  expect(links({ page: 3n, perPage: 2, after: 50 }, 5, 1).next).toBeUndefined();
});

it('keeps the filters in the links, encoded', () => {
  expect(links({ page: 1n, perPage: 10 }, 0, 0, { search: 'a&b=c d>' }).first).toBe(
    '/things?search=a%26b%3Dc+d%3E&page=1&per_page=10',
  );
});

it('tags every state of a record differently', () => {
  expect(entityTag({ position: 1, version: 12 })).toBe('"1.12"');
  expect(entityTag({ position: 11, version: 2 })).toBe('"11.2"');
  expect(entityTag({ position: 1, version: 1 }, 'x')).toBe('"1.1x"');
});
