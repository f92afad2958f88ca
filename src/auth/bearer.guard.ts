import { type ExecutionContext, Injectable, SetMetadata, UnauthorizedException } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Response } from 'express';
import { FailedSignIns } from '../events/failed-sign-ins';
import type { ApiRequest } from '../http/api-request';
import { perRoute } from '../http/per-route';
import { BearerStrategy, REALM } from './bearer.strategy';
import type { Principal } from './domain/principal';
import { TokensService } from './tokens.service';

const PUBLIC = 'auth:public';

/** The scheme as RFC 9110 and RFC 6750 let callers write it: in any case, with one space after it or more. */
const SCHEME = /^bearer( +|$)/i;
/** How nearly every client writes it. */
const PREFIX = 'Bearer ';

/** Lets everybody call a route or all routes of a controller. Every other route needs a token. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

/** Whether a route is open to everybody. */
export const isPublic = perRoute(
  (route) =>
    Reflect.getMetadata(PUBLIC, route.getHandler()) === true || Reflect.getMetadata(PUBLIC, route.getClass()) === true,
);

/** Lets a request through whose `Authorization` header has a good token, and answers every other with a challenge. */
@Injectable()
export class BearerGuard extends AuthGuard() {
  constructor(
    { uniqueName }: BearerStrategy,
    private readonly failedSignIns: FailedSignIns,
    private readonly tokens: TokensService,
  ) {
    super({ defaultStrategy: uniqueName });
  }

  /** Passport is asked where a token was not good before, or is no longer. */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (isPublic(context)) return true;
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const known = this.recognise(request.headers.authorization);
    return known instanceof Promise
      ? known.then((principal) => this.admit(principal, request, context))
      : this.admit(known, request, context);
  }

  private admit(
    principal: Principal | undefined,
    request: ApiRequest,
    context: ExecutionContext,
  ): boolean | Promise<boolean> {
    if (!principal) return super.canActivate(context) as Promise<boolean>;
    request.principal = principal;
    return true;
  }

  private recognise(authorization = ''): Principal | Promise<Principal | undefined> | undefined {
    return authorization.startsWith(PREFIX) ? this.tokens.recognise(authorization.slice(PREFIX.length)) : undefined;
  }

  /** What the strategy sees: it would take a token from the query or the body, too, where logs and caches keep it. */
  override getRequest(context: ExecutionContext): object {
    const { authorization } = context.switchToHttp().getRequest<ApiRequest>().headers;
    return { headers: { authorization: authorization?.replace(SCHEME, 'Bearer ') } };
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
      request.principal = user as unknown as Principal;
      return user;
    }
    const isAttempt = SCHEME.test(request.headers.authorization ?? '');
    if (isAttempt) this.failedSignIns.count();
    // RFC 6750, 3.1: who did not try this scheme is told no error code.
    const reason = isAttempt ? ', error="invalid_token"' : '';
    context.switchToHttp().getResponse<Response>().setHeader('WWW-Authenticate', `Bearer realm="${REALM}"${reason}`);
    throw new UnauthorizedException();
  }
}
