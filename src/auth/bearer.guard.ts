import { type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Response } from 'express';
import type { ApiRequest } from '../http/api-request';
import { challengeOf } from '../http/challenge';
import { Public } from '../http/public.decorator';
import { CallContext } from '../kernel/call-context';
import type { Principal } from '../kernel/principal';
import type { BearerRequest } from './bearer.strategy';
import { FailedSignInCounter } from './failed-sign-in-counter';
import { TokensService } from './tokens.service';

/** The scheme as RFC 9110 and RFC 6750 let callers write it: in any case, with one space after it or more. */
const SCHEME = /^bearer( +|$)/i;

/** Lets a request through whose `Authorization` header has a good token, and answers every other with a challenge. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(
    private readonly tokens: TokensService,
    private readonly failedSignIns: FailedSignInCounter,
    private readonly calls: CallContext,
    private readonly reflector: Reflector,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const isPublic = this.reflector.getAllAndOverride(Public, [context.getHandler(), context.getClass()]);
    return isPublic ?? ((await super.canActivate(context)) as boolean);
  }

  /** What the strategy sees: it would take a token from the query or the body, too, where logs and caches store it. */
  override getRequest(context: ExecutionContext): BearerRequest {
    const { authorization } = context.switchToHttp().getRequest<ApiRequest>().headers;
    return { headers: { authorization: authorization?.replace(SCHEME, 'Bearer ') }, tokens: this.tokens };
  }

  override handleRequest<User = Principal>(
    error: unknown,
    user: User | false,
    _: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error as Error;
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (user) {
      const principal = user as unknown as Principal;
      request.principal = principal;
      const text = (request.headers.authorization ?? '').replace(SCHEME, '');
      this.calls.attribute(principal, async (transaction) => {
        if (!(await this.tokens.confirm(text, transaction))) throw this.refusal(context);
      });
      return user;
    }
    throw this.refusal(context);
  }

  private refusal(context: ExecutionContext): UnauthorizedException {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const isAttempt = SCHEME.test(request.headers.authorization ?? '');
    if (isAttempt) this.failedSignIns.count();
    // RFC 6750, 3.1: who did not try this scheme gets no error code.
    const challenge = challengeOf(isAttempt ? 'invalid_token' : undefined);
    context.switchToHttp().getResponse<Response>().setHeader('WWW-Authenticate', challenge);
    return new UnauthorizedException();
  }
}
