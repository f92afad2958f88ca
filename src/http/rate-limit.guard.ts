import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { ThrottlerException, ThrottlerGuard, type ThrottlerStorage } from '@nestjs/throttler';
import type { Response } from 'express';
import type { ApiRequest } from './api-request';
import { perRoute } from './per-route';
import { TokenBuckets } from './token-buckets';

const RATE_LIMITED = 'http:rate-limited';

type Outcome = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Limits how often a token may call the routes of a controller. */
export const RateLimited = (): ClassDecorator => SetMetadata(RATE_LIMITED, true);

/** Whether {@link RateLimited} says so of a route. */
export const isRateLimited = perRoute((route) => Reflect.getMetadata(RATE_LIMITED, route.getClass()) === true);

/** The throttler's guard with one budget per token, which all limited routes share. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /** The names of header fields, made once. */
  private readonly fields = {
    limit: `${this.headerPrefix}-Limit`,
    remaining: `${this.headerPrefix}-Remaining`,
    reset: `${this.headerPrefix}-Reset`,
  };

  override canActivate(context: ExecutionContext): Promise<boolean> {
    return this.decide(context) as Promise<boolean>;
  }

  /** At once where the budgets are in the memory of this process: Nest waits only for promises. */
  private decide(context: ExecutionContext): boolean | Promise<boolean> {
    const [throttler] = this.throttlers;
    if (!throttler || !isRateLimited(context)) return true;
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    const key = http.getRequest<ApiRequest>().principal?.id ?? '';
    const limit = Number(throttler.limit);
    const ttl = Number(throttler.ttl);
    const storage = this.storageService;
    if (storage instanceof TokenBuckets) return this.admit(storage.take(key, ttl, limit), limit, response);
    return storage.increment(key, ttl, limit, ttl, key).then((outcome) => this.admit(outcome, limit, response));
  }

  /** @throws ThrottlerException */
  private admit(outcome: Outcome, limit: number, response: Response): true {
    response.setHeader(this.fields.limit, limit);
    response.setHeader(this.fields.remaining, Math.max(0, limit - outcome.totalHits));
    response.setHeader(this.fields.reset, outcome.timeToExpire);
    if (!outcome.isBlocked) return true;
    response.setHeader('Retry-After', outcome.timeToBlockExpire);
    throw new ThrottlerException();
  }
}
