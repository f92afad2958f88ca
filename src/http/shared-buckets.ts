import type { ThrottlerStorage } from '@nestjs/throttler';
import { type RedisLink, RedisScript } from '../redis/redis-link';
import { type Outcome, outcomeOf, type TokenBuckets } from './token-buckets';

/**
 * {@link TokenBuckets.take}, step by step, with the time of Redis, on which all instances agree. Numbers are written
 * with all their digits. A bucket that is full again is as good as none, and goes by itself.
 */
const TAKE = new RedisScript(`
local ttl, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local rate = limit / ttl
local kept = redis.call('HMGET', KEYS[1], 'used', 'at')
local used, at = tonumber(kept[1] or 0), tonumber(kept[2] or now)
used = math.max(0, used - math.max(0, now - at) * rate)
local blocked = used + 1 > limit
if not blocked then used = used + 1 end
local text = string.format('%.17g', used)
redis.call('HSET', KEYS[1], 'used', text, 'at', string.format('%d', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(used / rate) + 1)
return { blocked and 1 or 0, text }
`);

/**
 * The token buckets of all instances that share a Redis, exact across them. While Redis does not answer, each instance
 * counts by itself, with full buckets at first: requests are served, and at most as often as the limit times instances.
 */
export class SharedBuckets implements ThrottlerStorage {
  allowed = 0;
  refused = 0;

  constructor(
    private readonly redis: RedisLink,
    private readonly own: TokenBuckets,
  ) {}

  async increment(key: string, ttl: number, limit: number): Promise<Outcome> {
    const answer = await this.redis.run(TAKE, `rate:${key}`, ttl, limit);
    if (answer === undefined) return this.own.take(key, ttl, limit);
    const [blocked, used] = answer as readonly [blocked: number, used: string];
    const isBlocked = blocked === 1;
    if (isBlocked) this.refused++;
    else this.allowed++;
    return outcomeOf(Number(used), limit, limit / ttl, isBlocked);
  }
}
