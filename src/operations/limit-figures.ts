import { Injectable } from '@nestjs/common';
import { RateLimits } from '../http/rate-limits';
import { RedisLink } from '../redis/redis-link';
import { counterOf, Figures, gaugeOf } from './figures';

/** How often the rate limit allowed and refused, and where that was counted. */
@Injectable()
export class LimitFigures {
  constructor({ registry }: Figures, { own, shared }: RateLimits, redis: RedisLink) {
    counterOf(
      registry,
      'rate_limit_decisions_total',
      'Requests to limited routes, by whether they were allowed and where that was counted.',
      ['outcome', 'counted_in'],
      () => [...decisions('process', own), ...(shared ? decisions('redis', shared) : [])],
    );
    if (!shared) return;
    counterOf(
      registry,
      'rate_limit_fallbacks_total',
      'Requests that were counted in the process because Redis did not answer.',
      [],
      // The process counts only what Redis did not.
      () => [[{}, own.allowed + own.refused]],
    );
    gaugeOf(registry, 'redis_up', 'Whether Redis answers: 1 or 0.', () => (redis.state === 'up' ? 1 : 0));
  }
}

const decisions = (place: string, { allowed, refused }: { readonly allowed: number; readonly refused: number }) =>
  [
    [{ outcome: 'allowed', counted_in: place }, allowed],
    [{ outcome: 'refused', counted_in: place }, refused],
  ] as const;
