import { LruBytes } from './lru-bytes';

it('holds what was used last, within its bytes', () => {
  const lru = new LruBytes<number>(100);
  lru.set('a', 1, 40);
  lru.set('b', 2, 40);
  expect(lru.get('a')).toBe(1);
  lru.set('c', 3, 40);
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3]);
  expect([lru.bytes, lru.size]).toEqual([80, 2]);
});

it('counts what is replaced once, and drops what is greater than all of it', () => {
  const lru = new LruBytes<number>(100);
  lru.set('a', 1, 60);
  lru.set('a', 2, 70);
  expect([lru.get('a'), lru.bytes]).toEqual([2, 70]);
  lru.set('a', 3, 101);
  expect([lru.get('a'), lru.bytes, lru.size]).toEqual([undefined, 0, 0]);
});

it('holds as much as its bytes', () => {
  const lru = new LruBytes<number>(100);
  lru.set('a', 1, 100);
  expect(lru.get('a')).toBe(1);
  lru.set('b', 2, 40);
  lru.set('c', 3, 60);
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([undefined, 2, 3]);
  lru.set('d', 4, 101);
  expect([lru.get('b'), lru.get('c'), lru.get('d'), lru.bytes]).toEqual([2, 3, undefined, 100]);
});

it('never holds more than its bytes, whatever comes', () => {
  const lru = new LruBytes<number>(1_000);
  for (let index = 0; index < 10_000; index++) {
    lru.set(`key ${String((index * 7) % 300)}`, index, (index * 31) % 257);
    expect(lru.bytes).toBeLessThanOrEqual(1_000);
  }
  lru.clear();
  expect([lru.bytes, lru.size]).toEqual([0, 0]);
});
