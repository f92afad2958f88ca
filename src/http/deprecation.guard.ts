import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { Deprecated } from './deprecated.decorator';

/**
 * Refuses nobody. It announces in the answers of a route that it is deprecated (RFC 9745), and when it goes (RFC 8594);
 * as the first of the guards, also in those that refuse, but for its link.
 */
@Injectable()
export class DeprecationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const deprecation = this.reflector.getAllAndOverride(Deprecated, [context.getHandler(), context.getClass()]);
    if (!deprecation) return true;
    const { since, sunset, link } = deprecation;
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('Deprecation', `@${String(Math.floor(since.getTime() / 1000))}`);
    if (sunset) response.setHeader('Sunset', sunset.toUTCString());
    if (link !== undefined) response.setHeader('Link', `<${link}>; rel="deprecation"`);
    return true;
  }
}
