import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable, SetMetadata } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from '../http/api-request';
import { perRoute } from '../http/per-route';
import { isPublic } from './bearer.guard';
import { REALM } from './bearer.strategy';
import type { Permission } from './domain/permissions';
import { may } from './domain/principal';

const NEEDS = 'auth:needs';

/** Says which permission a route needs; `any` leaves it to every good token. A route that says nothing is refused. */
export const Needs = (permission: Permission | 'any'): MethodDecorator & ClassDecorator =>
  SetMetadata(NEEDS, permission);

/** Lets a request through whose token has the permission that the route needs. */
@Injectable()
export class PermissionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (isPublic(context)) return true;
    const { principal } = context.switchToHttp().getRequest<ApiRequest>();
    const needed = permissionOf(context);
    if (principal && needed !== undefined && (needed === 'any' || may(principal, needed))) return true;
    const challenge = `Bearer realm="${REALM}", error="insufficient_scope"${needed ? `, scope="${needed}"` : ''}`;
    context.switchToHttp().getResponse<Response>().setHeader('WWW-Authenticate', challenge);
    throw new ForbiddenException();
  }
}

/** What {@link Needs} says of a route. */
export const permissionOf = perRoute(
  (route) =>
    (Reflect.getMetadata(NEEDS, route.getHandler()) ?? Reflect.getMetadata(NEEDS, route.getClass())) as
      Permission | 'any' | undefined,
);
