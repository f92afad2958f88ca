import fc from 'fast-check';
import { FixedClock } from '../../test/support/fixed-clock';
import { TokenBuckets } from './token-buckets';

/** A bucket of `burst` requests, of which `perSecond` come back in a second. */
function bucketOf(perSecond: number, burst: number) {
  const clock = new FixedClock();
  const buckets = new TokenBuckets(clock);
  const take = (key = 'one') => buckets.take(key, (burst / perSecond) * 1000, burst);
  return { clock, take };
}

it('accepts a burst at once, and then what comes back', () => {
  const { clock, take } = bucketOf(10, 3);
  expect([1, 2, 3].map(() => take().isBlocked)).toEqual([false, false, false]);
  expect(take()).toEqual({ totalHits: 3, timeToExpire: 1, isBlocked: true, timeToBlockExpire: 1 });
  clock.advance(99);
  expect(take().isBlocked).toBe(true);
  clock.advance(1);
  expect([take().isBlocked, take().isBlocked]).toEqual([false, true]);
});

it('tells how long to wait, in whole seconds', () => {
  const { clock, take } = bucketOf(0.1, 2);
  take();
  expect(take()).toEqual({ totalHits: 2, timeToExpire: 20, isBlocked: false, timeToBlockExpire: 0 });
  clock.advance(2_500);
  expect(take()).toMatchObject({ isBlocked: true, timeToBlockExpire: 8 });
  clock.advance(7_500);
  expect(take().isBlocked).toBe(false);
});

it('has a budget for each key', () => {
  const { take } = bucketOf(1, 1);
  expect([take('one').isBlocked, take('two').isBlocked, take('one').isBlocked]).toEqual([false, false, true]);
});

it('gives nothing for a clock that was set back, and takes nothing', () => {
  const { clock, take } = bucketOf(1, 2);
  take();
  clock.advance(-3_600_000);
  expect([take().isBlocked, take().isBlocked]).toEqual([false, true]);
  clock.advance(1_000);
  expect([take().isBlocked, take().isBlocked]).toEqual([false, true]);
});

it('never accepts more than the burst and what came back, and never refuses what it owes', () => {
  const steps = fc.array(fc.record({ ms: fc.integer({ min: -500, max: 3_000 }), requests: fc.nat(20) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 50 }), steps, (perSecond, burst, taken) => {
      const { clock, take } = bucketOf(perSecond, burst);
      let free = burst;
      let elapsed = 0;
      for (const { ms, requests } of taken) {
        clock.advance(ms);
        elapsed += ms;
        // What the clock does between two requests counts as a whole.
        if (requests === 0) continue;
        free = Math.min(burst, free + (Math.max(0, elapsed) * perSecond) / 1000);
        elapsed = 0;
        for (let request = 0; request < requests; request++) {
          const { isBlocked } = take();
          // A rounding error at the edge may go either way.
          if (Math.abs(free - 1) > 1e-6) expect(isBlocked).toBe(free < 1);
          if (!isBlocked) free -= 1;
          expect(free).toBeGreaterThan(-1e-6);
        }
      }
    }),
  );
});

it('forgets the oldest of very many keys, and keeps to the limit for the others', () => {
  const { take } = bucketOf(1, 1);
  for (let key = 0; key <= 100_000; key++) take(String(key));
  expect(take('100000').isBlocked).toBe(true);
  expect(take('1').isBlocked).toBe(true);
  expect(take('0').isBlocked).toBe(false);
});
