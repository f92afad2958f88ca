import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RedisClient } from '../redis/redis-client';
import { type RateOutcome, outcomeOf, type TokenBuckets } from './token-buckets';

/**
 * The token buckets of all instances that share a Redis, exact across them. While Redis does not answer, each instance
 * counts by itself, with full buckets at first: requests are served, and at most as often as the limit times instances.
 */
export class SharedBuckets implements ThrottlerStorage {
  allowed = 0;
  refused = 0;

  constructor(
    private readonly redis: RedisClient,
    private readonly own: TokenBuckets,
  ) {}

  async increment(key: string, ttl: number, limit: number): Promise<RateOutcome> {
    const taken = await this.redis.takeToken(`rate:${key}`, ttl, limit);
    if (!taken) return this.own.take(key, ttl, limit);
    const [blocked, used] = taken;
    const isBlocked = blocked === 1;
    if (isBlocked) this.refused++;
    else this.allowed++;
    return outcomeOf(Number(used), limit, limit / ttl, isBlocked);
  }
}
