import type { Result } from 'ioredis';

/** Whether the request is refused, and how many tokens of the bucket are in use, with all digits. */
export type TakenToken = readonly [isBlocked: 0 | 1, used: string];

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeToken(key: string, ttl: number, limit: number): Result<TakenToken, Context>;
  }
}

/**
 * Takes a token as `TokenBuckets.take` does, step by step, by the clock of Redis, on which all instances agree. A bucket
 * that is full again is as good as none, and expires.
 */
export const TAKE_TOKEN = `
local ttl, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local rate = limit / ttl
local stored = redis.call('HMGET', KEYS[1], 'used', 'at')
local used, at = tonumber(stored[1] or 0), tonumber(stored[2] or now)
used = math.max(0, used - math.max(0, now - at) * rate)
local blocked = used + 1 > limit
if not blocked then used = used + 1 end
local text = string.format('%.17g', used)
redis.call('HSET', KEYS[1], 'used', text, 'at', string.format('%d', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(used / rate) + 1)
return { blocked and 1 or 0, text }
`;
