import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner } from '@nestjs/core';

/** A route, as the decorators of its controller declare it. */
export interface DeclaredRoute {
  /** `GET`, or `ALL` */
  readonly method: string;
  /** `/api/v1/relayers/:relayer_id` */
  readonly path: string;
  readonly controller: Type;
  readonly handler: () => unknown;
}

/**
 * The routes of some controllers. Nest tells of controllers (DiscoveryService), and nobody of their routes: the two keys
 * of their metadata are exported, as @nestjs/swagger reads them, too, but not documented.
 */
export const routesOf = (controllers: readonly Type[]): readonly DeclaredRoute[] =>
  controllers.flatMap((controller) => {
    const prototype = controller.prototype as Readonly<Record<string, () => unknown>>;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name] as () => unknown;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) return [];
      return pathsOf(controller, handler).map((path) => ({ method: RequestMethod[method], path, controller, handler }));
    });
  });

function pathsOf(controller: Type, handler: object): readonly string[] {
  const [prefixes = [], paths = []] = [controller, handler].map((target) =>
    [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat(),
  );
  const joined = prefixes.flatMap((prefix) => paths.map((path) => `/${prefix}/${path}`));
  return joined.map((path) => path.replace(/\/+/g, '/').replace(/(?<=.)\/$/, ''));
}
