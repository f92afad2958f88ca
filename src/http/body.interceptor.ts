import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import type { Response } from 'express';
import { from, mergeMap, type Observable } from 'rxjs';
import { DomainError } from '../kernel/domain-error';
import type { ApiRequest } from './api-request';
import { parseBody } from './json-body';
import { readBytes } from './read-body';

/** In bytes, after decompression. */
export const MOST_BODY_BYTES = 1024 * 1024;

const WITH_BODY = new Set(['POST', 'PATCH', 'PUT']);
const WITHOUT_BODY = 'http:without-body';

/** For a route that takes no body, whatever its method. */
export const WithoutBody = (): MethodDecorator => SetMetadata(WITHOUT_BODY, true);

/**
 * Reads the body of a request, only once its token and rate were accepted: before that, its caller is told nothing
 * about it and costs no memory.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const readsBody = WITH_BODY.has(request.method) && !Reflect.getMetadata(WITHOUT_BODY, context.getHandler());
    if (!readsBody) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    return from(readBody(request, response)).pipe(mergeMap(() => next.handle()));
  }
}

async function readBody(request: ApiRequest, response: Response): Promise<void> {
  checkContentType(request);
  if (request.headers.expect !== undefined) response.writeContinue();
  request.body = parseBody(await readBytes(request, MOST_BODY_BYTES));
}

function checkContentType({ headers, method }: ApiRequest): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const accepted = method === 'PATCH' ? ['application/json', 'application/merge-patch+json'] : ['application/json'];
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (accepted.includes(type) && (charset === undefined || /^"?utf-8"?$/.test(charset))) return;
  throw DomainError.invalid([{ path: 'Content-Type', message: `must be ${accepted.join(' or ')}, in UTF-8` }]);
}
