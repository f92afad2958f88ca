import { readRetryAfter } from './retry-after';

const NOW = new Date('2030-01-01T00:00:00Z');

it.each([
  ['120', 120_000],
  ['0', 0],
  ['Tue, 01 Jan 2030 00:01:00 GMT', 60_000],
  ['Tuesday, 01-Jan-30 00:01:00 GMT', 60_000],
  ['Mon, 31 Dec 2029 23:59:00 GMT', 0],
])('reads %s', (text, milliseconds) => {
  expect(readRetryAfter(text, NOW)).toBe(milliseconds);
});

it.each([undefined, '', 'soon', '-1', '1.5', '1e3', '9999999999', '2030-01-01', 'Tue, 99 Foo 2030 00:00:00 GMT'])(
  'reads nothing in %s',
  (text) => {
    expect(readRetryAfter(text, NOW)).toBeUndefined();
  },
);
