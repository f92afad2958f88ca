import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerRequest } from '@nestjs/throttler';
import type { Response } from 'express';
import type { ApiRequest } from './api-request';
import { showRate, takeFrom, UNLIMITED } from './rate-limits';

/**
 * The throttler's guard with one budget per token, which all routes share except those that `@Unlimited()` leaves
 * out; a route with a `@Throttle()` of its own has a budget of its own.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  protected override getTracker(request: ApiRequest): Promise<string> {
    return request.principal ? Promise.resolve(request.principal.id) : super.getTracker(request);
  }

  protected override async handleRequest(asked: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, getTracker } = asked;
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<ApiRequest>(), http.getResponse<Response>()];
    if (limit !== throttler.limit || ttl !== throttler.ttl) {
      request.hasOwnLimit = true;
      return super.handleRequest(asked);
    }
    if (limit === UNLIMITED.limit) return true;
    const key = await getTracker(request, context);
    const outcome = await takeFrom(this.storageService, { limit, ttl }, key, request);
    showRate(response, limit, outcome);
    if (!outcome.isBlocked) return true;
    response.setHeader('Retry-After', outcome.timeToBlockExpire);
    await this.throwThrottlingException(context, { ...outcome, limit, ttl, key, tracker: key });
    return false;
  }

  /** The throttler itself says what is left with what it lets through only. */
  protected override throwThrottlingException(context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    showRate(context.switchToHttp().getResponse<Response>(), detail.limit, detail);
    return super.throwThrottlingException(context, detail);
  }
}
