import { Slots } from './slots';

/** Takes places and tells, in order, who has one. */
function queueAt(slots: Slots) {
  const admitted: string[] = [];
  const give = new Map<string, () => void>();
  return {
    admitted,
    take: async (name: string, isFailing = false) => {
      void slots.take(isFailing).then((release) => {
        admitted.push(name);
        give.set(name, release);
      });
      await settled();
    },
    release: async (name: string) => {
      give.get(name)?.();
      await settled();
    },
  };
}

const settled = (): Promise<void> => new Promise((go) => setImmediate(go));

describe(Slots.name, () => {
  it('admits as many as there are places, and the next when one is given back', async () => {
    const queue = queueAt(new Slots(2));
    for (const name of ['a', 'b', 'c', 'd']) await queue.take(name);
    expect(queue.admitted).toEqual(['a', 'b']);
    await queue.release('b');
    await queue.take('e');
    expect(queue.admitted).toEqual(['a', 'b', 'c']);
    await queue.release('a');
    expect(queue.admitted).toEqual(['a', 'b', 'c', 'd']);
    await queue.release('c');
    expect(queue.admitted).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('leaves half of the places to those who succeed', async () => {
    const slots = new Slots(4);
    const queue = queueAt(slots);
    for (const name of ['x', 'y', 'z']) await queue.take(name, true);
    expect(queue.admitted).toEqual(['x', 'y']);
    for (const name of ['a', 'b', 'c']) await queue.take(name);
    expect(queue.admitted).toEqual(['x', 'y', 'a', 'b']);
    expect(slots.inUse).toBe(4);
    await queue.release('x');
    expect(queue.admitted).toEqual(['x', 'y', 'a', 'b', 'c']);
    await queue.release('a');
    expect(queue.admitted.at(-1)).toBe('z');
  });

  it('gives a place of those who succeed to none of those who fail that are too many', async () => {
    const queue = queueAt(new Slots(4));
    for (const name of ['x', 'y', 'z']) await queue.take(name, true);
    await queue.take('a');
    await queue.release('a');
    expect(queue.admitted).toEqual(['x', 'y', 'a']);
    await queue.release('x');
    expect(queue.admitted).toEqual(['x', 'y', 'a', 'z']);
  });

  it('counts every place that was given back', async () => {
    const slots = new Slots(2);
    const queue = queueAt(slots);
    await queue.take('a', true);
    await queue.take('b', true);
    expect(queue.admitted).toEqual(['a']);
    await queue.release('a');
    await queue.release('b');
    expect(queue.admitted).toEqual(['a', 'b']);
    expect(slots.inUse).toBe(0);
  });

  it('has a place for one that fails where there is only one', async () => {
    const queue = queueAt(new Slots(1));
    await queue.take('a', true);
    expect(queue.admitted).toEqual(['a']);
  });

  it('gives the place of one that takes long to another, and counts it no second time', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const slots = new Slots(2);
      const queue = queueAt(slots);
      for (const name of ['slow', 'slower', 'a', 'b', 'c']) await queue.take(name);
      expect(queue.admitted).toEqual(['slow', 'slower']);
      jest.advanceTimersByTime(1_000);
      await settled();
      expect(queue.admitted).toEqual(['slow', 'slower', 'a', 'b']);
      expect(slots.inUse).toBe(4);
      await queue.release('slow');
      expect(queue.admitted).toHaveLength(4);
      await queue.release('a');
      expect(queue.admitted).toEqual(['slow', 'slower', 'a', 'b', 'c']);
      expect(slots.inUse).toBe(3);
    } finally {
      jest.useRealTimers();
    }
  });
});
