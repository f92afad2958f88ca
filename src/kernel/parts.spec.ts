import { partsOf } from './parts';

describe('partsOf', () => {
  it.each([
    [[], []],
    [[1], [[1]]],
    [[1, 2], [[1, 2]]],
    [
      [1, 2, 3],
      [[1, 2], [3]],
    ],
  ])('divides %j', (items, parts) => {
    expect([...partsOf(items, 2)]).toEqual(parts);
    expect([...partsOf(new Set(items), 2)]).toEqual(parts);
  });
});
