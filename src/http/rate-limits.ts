import { Injectable, Module } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Clock } from '../kernel/clock';
import { RedisLink } from '../redis/redis-link';
import { RedisModule } from '../redis/redis.module';
import { SharedBuckets } from './shared-buckets';
import { TokenBuckets } from './token-buckets';

/** Where rate limits are counted: in Redis where there is one, and in this process. */
@Injectable()
export class RateLimits {
  readonly own: TokenBuckets;
  readonly shared: SharedBuckets | undefined;

  constructor(clock: Clock, redis: RedisLink) {
    this.own = new TokenBuckets(clock);
    this.shared = redis.state === 'off' ? undefined : new SharedBuckets(redis, this.own);
  }

  get storage(): ThrottlerStorage {
    return this.shared ?? this.own;
  }
}

@Module({ imports: [RedisModule], providers: [RateLimits], exports: [RateLimits] })
export class RateLimitsModule {}
