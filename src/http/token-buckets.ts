import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Clock } from '../kernel/clock';

export type RateOutcome = Awaited<ReturnType<ThrottlerStorage['increment']>>;

interface Bucket {
  /** Requests that were taken and have not come back yet; a fraction comes back with every millisecond. */
  used: number;
  /** In milliseconds. */
  at: number;
}

const MAX_BUCKETS = 100_000;

/**
 * What the throttler gets of a bucket: times are whole seconds, rounded up, as the headers have them.
 * @param rate requests that come back in a millisecond
 */
export const outcomeOf = (used: number, limit: number, rate: number, isBlocked: boolean): RateOutcome => ({
  totalHits: Math.ceil(used),
  timeToExpire: Math.ceil(used / rate / 1000),
  isBlocked,
  timeToBlockExpire: isBlocked ? Math.ceil((used + 1 - limit) / rate / 1000) : 0,
});

/**
 * A token bucket for every key, in the memory of this process: `limit` requests may come at once, and come back evenly
 * over `ttl` milliseconds. What a request costs does not depend on how many came before.
 */
export class TokenBuckets implements ThrottlerStorage {
  /** How many requests were allowed so far, and how many refused. */
  allowed = 0;
  refused = 0;
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly clock: Clock) {}

  increment(key: string, ttl: number, limit: number): Promise<RateOutcome> {
    return Promise.resolve(this.take(key, ttl, limit));
  }

  take(key: string, ttl: number, limit: number): RateOutcome {
    const now = this.clock.now().getTime();
    const bucket = this.bucket(key, now);
    const rate = limit / ttl;
    // A clock that was set back gives nothing back and takes nothing away.
    bucket.used = Math.max(0, bucket.used - Math.max(0, now - bucket.at) * rate);
    bucket.at = now;
    const isBlocked = bucket.used + 1 > limit;
    if (!isBlocked) bucket.used += 1;
    if (isBlocked) this.refused++;
    else this.allowed++;
    return outcomeOf(bucket.used, limit, rate, isBlocked);
  }

  private bucket(key: string, now: number): Bucket {
    let bucket = this.buckets.get(key);
    if (!bucket) {
      if (this.buckets.size >= MAX_BUCKETS) this.forgetOldest();
      this.buckets.set(key, (bucket = { used: 0, at: now }));
    }
    return bucket;
  }

  private forgetOldest(): void {
    for (const key of this.buckets.keys()) {
      this.buckets.delete(key);
      return;
    }
  }
}
