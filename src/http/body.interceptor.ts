import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import type { ApiRequest } from './api-request';
import { BodiesUnderWay } from './bodies-under-way';
import { parseBody } from './json-body';
import { jsonBytesOf } from './json-bytes';
import { NoBody } from './no-body.decorator';

/** In bytes, after decompression. */
const MAX_BODY_BYTES = 1024 * 1024;

const TAKING_BODIES = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Reads the body into `request.body`, for `@Body()`: integers of any size exactly, and nothing that two readers could
 * understand differently. It stands behind the guards: before the token and the rate were accepted, a caller is told
 * nothing about its body, and its body costs no memory. It stands before all else, as nothing may hold a transaction
 * while a caller sends.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  private readonly underWay = new BodiesUnderWay();

  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const route = [context.getHandler(), context.getClass()];
    if (!TAKING_BODIES.has(request.method) || this.reflector.getAllAndOverride(NoBody, route)) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    const admit = this.underWay.add(request.principal?.id ?? '', response);
    request.body = parseBody(await jsonBytesOf(request, response, MAX_BODY_BYTES, admit));
    return next.handle();
  }
}
