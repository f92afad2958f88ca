import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { ApiRequest } from './api-request';
import { challengeOf } from './challenge';
import { Needs } from './needs.decorator';
import { Public } from './public.decorator';
import { Unrestricted } from './unrestricted.decorator';

/** Lets a request through whose token has the permission that the route needs, and is restricted where it may be. */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const route = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride(Public, route)) return true;
    const needed = this.reflector.getAllAndOverride(Needs, route);
    const http = context.switchToHttp();
    const { permissions, relayers } = http.getRequest<ApiRequest>().principal ?? {};
    const isGranted = permissions && needed && (needed === 'any' || permissions.has('*') || permissions.has(needed));
    const isRestricted = relayers && this.reflector.getAllAndOverride(Unrestricted, route);
    if (isGranted && !isRestricted) return true;
    http.getResponse<Response>().setHeader('WWW-Authenticate', challengeOf('insufficient_scope', needed));
    throw new ForbiddenException();
  }
}
