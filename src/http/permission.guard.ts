import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { may } from '../kernel/principal';
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
    const { principal } = http.getRequest<ApiRequest>();
    const isGranted = principal && needed && (needed === 'any' || may(principal, needed));
    const isRestricted = principal?.relayers && this.reflector.getAllAndOverride(Unrestricted, route);
    if (isGranted && !isRestricted) return true;
    http.getResponse<Response>().setHeader('WWW-Authenticate', challengeOf('insufficient_scope', needed));
    throw new ForbiddenException();
  }
}
