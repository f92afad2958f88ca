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

  it.each([
    [[256], [[256]]],
    [
      [128, 128, 1, 300, 1, 255, 1],
      [[128, 128], [1], [300], [1, 255], [1]],
    ],
    [
      [0, 0, 0, 0],
      [[0, 0, 0], [0]],
    ],
  ])('has no more than 256 KiB in one, but for an item that is longer (%j)', (sizes, parts) => {
    expect([...partsOf(sizes, 3, (kib) => kib * 1024)]).toEqual(parts);
  });
});
