import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { ThrottlerException, ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { Response } from 'express';
import type { RouteContext } from '../auth/bearer.guard';
import type { ApiRequest } from './api-request';

const RATE_LIMITED = 'http:rate-limited';

/** Limits how often a token may call the routes of a controller. */
export const RateLimited = (): ClassDecorator => SetMetadata(RATE_LIMITED, true);

/** Whether {@link RateLimited} says so of a route. */
export const isRateLimited = (route: RouteContext): boolean =>
  Reflect.getMetadata(RATE_LIMITED, route.getClass()) === true;

/** The throttler's guard with one budget per token, which all limited routes share. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const [throttler] = this.throttlers;
    if (!throttler || !isRateLimited(context)) return true;
    const limit = Number(throttler.limit);
    const ttl = Number(throttler.ttl);
    return this.handleRequest({
      context,
      throttler,
      limit,
      ttl,
      blockDuration: ttl,
      getTracker: (request) => (request as ApiRequest).principal?.id ?? '',
      generateKey: (_context, tracker) => tracker,
    });
  }

  protected override throwThrottlingException(context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader(`${this.headerPrefix}-Limit`, detail.limit);
    response.setHeader(`${this.headerPrefix}-Remaining`, 0);
    response.setHeader(`${this.headerPrefix}-Reset`, detail.timeToExpire);
    throw new ThrottlerException();
  }
}
