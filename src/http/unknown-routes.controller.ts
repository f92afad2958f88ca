import { All, Controller, MethodNotAllowedException, Module, NotFoundException, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, Response } from 'express';
import { Needs } from '../auth/permission.guard';
import type { ApiRequest } from './api-request';

const REST_OF_THE_API = '/api/v1/*path';

/** What Express keeps of a route. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/**
 * Answers what no other controller does. It is behind the guards like every route of the API: without a good token
 * nobody learns which routes there are.
 */
@Controller()
export class UnknownRoutesController {
  constructor(private readonly host: HttpAdapterHost) {}

  /** @throws MethodNotAllowedException where the path is known, NotFoundException elsewhere */
  @All(REST_OF_THE_API)
  @Needs('any')
  answer(@Req() request: ApiRequest, @Res({ passthrough: true }) response: Response): never {
    const methods = this.methodsOf(request.path);
    if (methods.length === 0) throw new NotFoundException();
    response.setHeader('Allow', methods.join(', '));
    throw new MethodNotAllowedException();
  }

  private methodsOf(path: string): string[] {
    const application = this.host.httpAdapter.getInstance<Express>();
    const layers = application.router.stack as unknown as readonly Layer[];
    const matching = layers.filter((layer) => layer.route && layer.route.path !== REST_OF_THE_API && layer.match(path));
    const methods = matching.flatMap(({ route }) =>
      Object.keys(route?.methods ?? {}).map((name) => name.toUpperCase()),
    );
    return [...new Set(methods.includes('GET') ? ['GET', 'HEAD', ...methods] : methods)];
  }
}

/** To be imported last: a route is found in the order in which modules are imported. */
@Module({ controllers: [UnknownRoutesController] })
export class UnknownRoutesModule {}
