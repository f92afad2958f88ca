import { type ExecutionContext, Controller, Get, Module, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { Needs } from '../../src/http/needs.decorator';
import { PermissionGuard } from '../../src/http/permission.guard';
import { IsUnlimited } from '../../src/http/unlimited.decorator';
import { Public } from '../../src/http/public.decorator';
import { type OpenApp, openApp } from '../support/open-app';

/** The routes that are no resources of the API, and may be open to everybody; the last answers what there is not. */
const MAY_BE_PUBLIC =
  /^(GET|ALL) \/((,\/openapi\.json,\/docs,\/docs\/:file,\/docs\/guides\/:file)?|\{\*path\}|api\/v1\/(health|ready)|metrics|openapi\.json|docs(\/.*)?)$/;

interface Route {
  /** `GET /api/v1/relayers/:relayer_id` */
  readonly name: string;
  readonly context: ExecutionContext;
}

type Handler = (...parameters: unknown[]) => unknown;

/** Every route of every controller that the service has, as its decorators declare them. */
function routesOf({ app }: OpenApp): Route[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype: controller }) => {
    const prototype = controller!.prototype as Record<string, Handler>;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) return [];
      const [base, rest] = [controller!, handler].map((part) => String(Reflect.getMetadata(PATH_METADATA, part)));
      const path = `/${base!}/${rest!}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
      return [{ name: `${RequestMethod[method]} ${path}`, context: contextOf(controller as object, handler) }];
    });
  });
}

/** A request of someone who may do everything. */
function contextOf(controller: object, handler: Handler): ExecutionContext {
  const request = { principal: { id: 'test', name: 'test', permissions: new Set(['*']) } };
  const response = { setHeader: () => undefined };
  const http = { getRequest: () => request, getResponse: () => response };
  return {
    getHandler: () => handler,
    getClass: () => controller,
    switchToHttp: () => http,
  } as unknown as ExecutionContext;
}

const isPublic = (context: ExecutionContext): boolean =>
  new Reflector().getAllAndOverride(Public, [context.getHandler(), context.getClass()]) === true;

/** The routes that declare neither that they are public nor which permission they need: nobody may call them. */
function undeclared(routes: readonly Route[]): string[] {
  const guard = new PermissionGuard(new Reflector());
  const mayBeCalled = ({ context }: Route): boolean => {
    try {
      return guard.canActivate(context);
    } catch {
      return false;
    }
  };
  return routes.filter((route) => !mayBeCalled(route)).map(({ name }) => name);
}

@Controller('/api/v1/planted')
class PlantedController {
  @Get('forgotten')
  forgotten(): string {
    return 'a secret';
  }

  @Get('declared')
  @Needs('any')
  declared(): string {
    return 'declared';
  }

  @Get('public')
  @Public()
  open(): string {
    return 'public';
  }
}

@Module({ controllers: [PlantedController] })
class PlantedModule {}

describe('the routes', () => {
  let service: OpenApp;

  beforeAll(async () => {
    service = await openApp();
  });
  afterAll(() => service.close());

  it('are found', () => {
    const names = routesOf(service).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'GET /api/v1/relayers',
        'PATCH /api/v1/relayers/:relayer_id',
        'DELETE /api/v1/signers/:signer_id',
        'GET /api/v1/health',
        'ALL /api/v1/*path',
      ]),
    );
  });

  it('declare each that they are public, or which permission they need', () => {
    expect(undeclared(routesOf(service))).toEqual([]);
  });

  it('are public only where they are no resources of the API', () => {
    const open = routesOf(service).filter(({ context }) => isPublic(context));
    expect(open.map(({ name }) => name).filter((name) => !MAY_BE_PUBLIC.test(name))).toEqual([]);
  });

  it('have a budget where they write; looking at whole configurations is limited by number at once instead', () => {
    const isUnlimited = ({ context }: Route): boolean =>
      new Reflector().getAllAndOverride(IsUnlimited, [context.getHandler(), context.getClass()]) === true;
    const writing = routesOf(service).filter(({ name }) => !/^(GET|ALL) /.test(name));
    expect(writing.length).toBeGreaterThan(10);
    expect(writing.filter(isUnlimited).map(({ name }) => name)).toEqual([
      'POST /api/v1/configuration/validate',
      'POST /api/v1/configuration/diff',
    ]);
  });

  it('answer nobody without a token unless they are public', async () => {
    for (const { name } of routesOf(service).filter(({ context }) => !isPublic(context))) {
      const [method = '', path = ''] = name.replace('ALL', 'PUT').split(' ');
      const { status } = await service.call(method, path.replace(/[:*]\w+/g, 'x'), undefined, { authorization: '' });
      expect({ name, status }).toEqual({ name, status: 401 });
    }
  });
});

describe('a route from outside that declares nothing', () => {
  let service: OpenApp;

  beforeAll(async () => {
    service = await openApp({ extensions: [PlantedModule] });
  });
  afterAll(() => service.close());

  it('is found by the check of all routes', () => {
    expect(undeclared(routesOf(service))).toEqual(['GET /api/v1/planted/forgotten']);
  });

  it.each([
    ['forgotten', 401, 403],
    ['declared', 401, 200],
    ['public', 200, 200],
  ])('is refused, unlike those that declare it: %s', async (route, withoutToken, withToken) => {
    const path = `/api/v1/planted/${route}`;
    const anonymous = await service.call('GET', path, undefined, { authorization: '' });
    const known = await service.call('GET', path);
    expect([anonymous.status, known.status]).toEqual([withoutToken, withToken]);
    expect([anonymous.text, known.text].join().includes('a secret')).toBe(false);
  });
});
