import { changedPaths } from './changed-paths';

describe('changedPaths', () => {
  it.each([
    ['nothing', { a: 1, b: { c: [1] } }, { a: 1, b: { c: [1] } }, []],
    ['a value', { a: 1, b: 2 }, { a: 1, b: 3 }, ['b']],
    ['a value within', { b: { c: 1, d: 2 } }, { b: { c: 2, d: 2 } }, ['b.c']],
    ['what came', { b: {} }, { a: null, b: { c: 1 } }, ['b.c', 'a']],
    ['what went', { a: 1, b: { c: 1 } }, { b: {} }, ['a', 'b.c']],
    ['a list as a whole', { a: [1, 2] }, { a: [2, 1] }, ['a']],
    ['an object in place of null', { a: null }, { a: { b: 1 } }, ['a']],
    ['no amount that is only held in another way', { a: 5, b: 7n }, { a: 5n, b: 7 }, []],
    ['amounts that a number would confuse', { a: 2n ** 64n }, { a: 2n ** 64n + 1n }, ['a']],
    ['no text for a number', { a: 5 }, { a: '5' }, ['a']],
  ])('finds %s', (_, before, after, paths) => {
    expect(changedPaths(before, after)).toEqual(paths);
  });
});
