import { Injectable, Module } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Response } from 'express';
import { Clock } from '../kernel/clock';
import { RedisClient } from '../redis/redis-client';
import { RedisModule } from '../redis/redis.module';
import { Settings } from '../settings/settings';
import type { ApiRequest } from './api-request';
import { SharedBuckets } from './shared-buckets';
import { type RateOutcome, TokenBuckets } from './token-buckets';

const HEADER = 'X-RateLimit';

/** How many requests may come at once, and in how many milliseconds as many come back. */
export interface Budget {
  readonly limit: number;
  readonly ttl: number;
}

/** The budget of a token where the settings limit nothing; a route may have a limit of its own all the same. */
export const UNLIMITED: Budget = { limit: Number.MAX_SAFE_INTEGER, ttl: 1000 };

/** Takes a request from a budget, once: the answer cache and the guard behind it may both ask for the same request. */
export const takeFrom = async (
  storage: ThrottlerStorage,
  { limit, ttl }: Budget,
  key: string,
  request: ApiRequest,
): Promise<RateOutcome> => (request.rate ??= await storage.increment(key, ttl, limit, ttl, key));

/** Says in the headers what is left. */
export function showRate(
  response: Response,
  limit: number,
  { totalHits, timeToExpire }: Pick<RateOutcome, 'totalHits' | 'timeToExpire'>,
): void {
  response.setHeader(`${HEADER}-Limit`, limit);
  response.setHeader(`${HEADER}-Remaining`, Math.max(0, limit - totalHits));
  response.setHeader(`${HEADER}-Reset`, timeToExpire);
}

/** Where rate limits are counted: in Redis where there is one, and in this process. */
@Injectable()
export class RateLimits {
  /** What each token may ask for; undefined where nothing is limited. */
  readonly budget: Budget | undefined;
  readonly own: TokenBuckets;
  readonly shared: SharedBuckets | undefined;

  constructor({ rateLimit: { perSecond, burst } }: Settings, clock: Clock, redis: RedisClient) {
    this.budget = perSecond === 0 ? undefined : { limit: burst, ttl: (burst / perSecond) * 1000 };
    this.own = new TokenBuckets(clock);
    this.shared = redis.state === 'off' ? undefined : new SharedBuckets(redis, this.own);
  }

  get storage(): ThrottlerStorage {
    return this.shared ?? this.own;
  }
}

@Module({ imports: [RedisModule], providers: [RateLimits], exports: [RateLimits] })
export class RateLimitsModule {}
