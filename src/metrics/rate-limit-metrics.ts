import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { RateLimits } from '../http/rate-limits';
import { RedisClient } from '../redis/redis-client';

/** How often the rate limit allowed and refused, and where that was counted. */
@Injectable()
export class RateLimitMetrics {
  constructor(registry: Registry, { own, shared }: RateLimits, redis: RedisClient) {
    new Counter({
      name: 'rate_limit_decisions_total',
      help: 'Requests to limited routes, by whether they were allowed and where that was counted.',
      labelNames: ['outcome', 'counted_in'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [counted_in, counts] of Object.entries({ process: own, ...(shared && { redis: shared }) })) {
          this.inc({ outcome: 'allowed', counted_in }, counts.allowed);
          this.inc({ outcome: 'refused', counted_in }, counts.refused);
        }
      },
    });
    if (!shared) return;
    new Counter({
      name: 'rate_limit_fallbacks_total',
      help: 'Requests that were counted in the process because Redis did not answer.',
      registers: [registry],
      collect() {
        this.reset();
        // The process counts only what Redis did not.
        this.inc(own.allowed + own.refused);
      },
    });
    new Gauge({
      name: 'redis_up',
      help: 'Whether Redis answers: 1 or 0.',
      registers: [registry],
      collect() {
        this.set(redis.state === 'up' ? 1 : 0);
      },
    });
  }
}
