import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { Deprecated, type Deprecation } from '../deprecated.decorator';
import { Needs } from '../needs.decorator';
import { Public } from '../public.decorator';
import { routesOf } from '../declared-routes';
import { IsUnlimited } from '../unlimited.decorator';
import { type Operation, operationOf } from './api.decorator';

/** A route of the application, as its decorators say it. */
export interface DescribedRoute {
  /** As the description names it: `get /api/v1/relayers/{relayer_id}`. */
  readonly key: string;
  /** Whether it needs no token. */
  readonly isPublic: boolean;
  /** What a token needs to be allowed to do; undefined where every good token will do. */
  readonly permission: string | undefined;
  readonly isLimited: boolean;
  /** Undefined where it is there to stay. */
  readonly deprecation: Deprecation | undefined;
  /** Undefined where only `@nestjs/swagger` describes it. */
  readonly operation: Operation | undefined;
}

/** The routes of all controllers, those of modules from outside included. */
@Injectable()
export class DescribedRoutes {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  all(): readonly DescribedRoute[] {
    const controllers = this.discovery.getControllers().flatMap(({ metatype }) => (metatype ?? []) as Type);
    return routesOf(controllers).map(({ method, path, controller, handler }) => {
      const operation = operationOf(handler);
      const route = [handler, controller];
      const needed = this.reflector.getAllAndOverride(Needs, route);
      return {
        key: `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
        isPublic: this.reflector.getAllAndOverride(Public, route) ?? false,
        permission: needed === 'any' ? undefined : needed,
        isLimited: !this.reflector.getAllAndOverride(IsUnlimited, route),
        deprecation: this.reflector.getAllAndOverride(Deprecated, route),
        operation,
      };
    });
  }
}
