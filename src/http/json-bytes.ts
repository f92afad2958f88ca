import type { Response } from 'express';
import { DomainError } from '../kernel/domain-error';
import type { ApiRequest } from './api-request';
import { askForBody, readBytes } from './read-body';

/**
 * The bytes of a body in JSON, up to `most` of them, decompressed. A client that waits to be asked for its body is asked.
 * @param admit is told of each part before it is kept
 * @throws DomainError `invalid`, PayloadTooLargeException, and what `admit` throws
 */
export function jsonBytesOf(
  request: ApiRequest,
  response: Response,
  most: number,
  admit?: (part: Buffer) => void,
): Promise<Buffer> {
  checkContentType(request);
  askForBody(request, response);
  return readBytes(request, most, admit);
}

/** Whether a body is of one of some types, and in UTF-8. */
export function hasContentType({ headers }: ApiRequest, accepted: readonly string[]): boolean {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const [charset = 'charset=utf-8', ...others] = parameters.filter((parameter) => parameter.startsWith('charset='));
  return accepted.includes(type) && others.length === 0 && /^charset=(?:utf-8|"utf-8")$/.test(charset);
}

function checkContentType(request: ApiRequest): void {
  const accepted =
    request.method === 'PATCH' ? ['application/json', 'application/merge-patch+json'] : ['application/json'];
  if (hasContentType(request, accepted)) return;
  throw DomainError.invalid([{ path: 'Content-Type', message: `must be ${accepted.join(' or ')}, in UTF-8` }]);
}
