import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../kernel/domain-error';
import type { ApiRequest } from './api-request';
import { parseBody } from './json-body';
import { readBytes } from './read-body';

/** In bytes, after decompression. */
export const MOST_BODY_BYTES = 1024 * 1024;

/**
 * The JSON object in the body of a request. It is read only once the token and the rate were accepted: before that, its
 * caller is told nothing about it and costs no memory. A route that does not ask for it reads no body.
 */
export const JsonBody = createParamDecorator((_: unknown, context: ExecutionContext): Promise<unknown> => {
  const http = context.switchToHttp();
  return bodyOf(http.getRequest<ApiRequest>(), http.getResponse<Response>());
});

/**
 * The same, for who needs it before the controller does.
 * @throws DomainError `invalid`, PayloadTooLargeException
 */
export async function bodyOf(request: ApiRequest, response: Response): Promise<unknown> {
  if (request.body !== undefined) return request.body;
  return (request.body = parseBody(await bytesOf(request, response, MOST_BODY_BYTES)));
}

/** The bytes of such a body, up to `most` of them, for a route that reads them itself. */
export const BytesBody = createParamDecorator((most: number, context: ExecutionContext): Promise<Buffer> => {
  const http = context.switchToHttp();
  return bytesOf(http.getRequest<ApiRequest>(), http.getResponse<Response>(), most);
});

async function bytesOf(request: ApiRequest, response: Response, most: number): Promise<Buffer> {
  checkContentType(request);
  if (request.headers.expect !== undefined) response.writeContinue();
  return readBytes(request, most);
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
