import {
  All,
  Controller,
  MethodNotAllowedException,
  Module,
  NotFoundException,
  Req,
  Res,
  type Type,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import type { Response } from 'express';
import type { ApiRequest } from './api-request';
import { NoBody } from './no-body.decorator';
import { Needs } from './needs.decorator';
import { Public } from './public.decorator';
import { type DeclaredRoute, routesOf } from './declared-routes';
import { Unlimited } from './unlimited.decorator';

/**
 * Answers what no other controller does. Within the API it is behind the guards like every route: without a good token
 * nobody learns which routes there are.
 */
@Controller()
@ApiExcludeController()
@NoBody()
@Unlimited()
export class UnknownRoutesController {
  private routes: readonly DeclaredRoute[] | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws MethodNotAllowedException where the path is known, NotFoundException elsewhere */
  @All('/api/v1/*path')
  @Needs('any')
  answer(@Req() { path }: ApiRequest, @Res({ passthrough: true }) response: Response): never {
    const methods = this.known()
      .filter((route) => patternOf(route).test(path))
      .map(({ method }) => method);
    if (methods.length === 0) throw new NotFoundException();
    const allowed = new Set(methods.includes('GET') ? ['GET', 'HEAD', ...methods] : methods);
    response.setHeader('Allow', [...allowed].join(', '));
    throw new MethodNotAllowedException();
  }

  /** @throws NotFoundException always */
  @All('/{*path}')
  @Public()
  refuse(): never {
    throw new NotFoundException();
  }

  private known(): readonly DeclaredRoute[] {
    this.routes ??= routesOf(
      this.discovery.getControllers().flatMap(({ metatype }) => (metatype ?? []) as Type),
    ).filter(({ method }) => method !== 'ALL');
    return this.routes;
  }
}

/** As Express matches a path: letter by letter, one slash at the end or none; `*route` stands for any number of parts. */
const patternOf = ({ path }: DeclaredRoute): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\*\w+/g, '.+')
      .replace(/:\w+/g, '[^/]+')}/?$`,
  );

/** To be imported last: a route is found in the order in which modules are imported. */
@Module({ imports: [DiscoveryModule], controllers: [UnknownRoutesController] })
export class UnknownRoutesModule {}
