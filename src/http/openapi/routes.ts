import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';
import { isPublic } from '../../auth/bearer.guard';
import { permissionOf } from '../../auth/permission.guard';
import { isRateLimited } from '../rate-limit.guard';
import { descriptionOf, type DescribeOperation } from './operation';

/** A route of the application, as its decorators say it. */
export interface Route {
  /** `get` */
  readonly method: string;
  /** `/api/v1/relayers/{relayer_id}` */
  readonly path: string;
  /** Whether it needs no token. */
  readonly isPublic: boolean;
  /** What a token needs to be allowed to do; undefined where every good token will do. */
  readonly permission: string | undefined;
  readonly isRateLimited: boolean;
  readonly describe: DescribeOperation;
}

/** The routes that are described, of all controllers of an application. */
export function describedRoutes(modules: ModulesContainer): readonly Route[] {
  const wrappers = [...modules.values()].flatMap(({ controllers }) => [...controllers.values()]);
  return wrappers.flatMap(({ metatype }) => (typeof metatype === 'function' ? routesOf(metatype as Type) : []));
}

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Readonly<Record<string, object>>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name] as () => unknown;
    const describe = descriptionOf(handler);
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (!describe || method === undefined) return [];
    const route = { getHandler: () => handler, getClass: <T>() => controller as Type<T> };
    const needed = permissionOf(route);
    return pathsOf(controller, handler).map((path) => ({
      method: RequestMethod[method].toLowerCase(),
      path,
      isPublic: isPublic(route),
      permission: needed === 'any' ? undefined : needed,
      isRateLimited: isRateLimited(route),
      describe,
    }));
  });
}

function pathsOf(controller: object, handler: object): string[] {
  const [prefixes, paths] = [controller, handler].map((target) =>
    [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat(),
  );
  const joined = (prefixes ?? []).flatMap((prefix) => (paths ?? []).map((path) => `/${prefix}/${path}`));
  return joined.map((path) =>
    path
      .replace(/\/+/g, '/')
      .replace(/(?<=.)\/$/, '')
      .replace(/:(\w+)/g, '{$1}'),
  );
}
