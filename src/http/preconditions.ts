import type { Precondition } from '../kernel/record';
import { entityTag } from './answer';
import type { ApiRequest } from './api-request';

/** What the header `If-Match` (RFC 9110, 13.1.1) asks of a record before it is changed; nothing where it is absent. */
export function preconditionOf(request: ApiRequest): Precondition | undefined {
  const given = request.headers['if-match'];
  if (given === undefined) return undefined;
  const tags = given.split(',').map((tag) => tag.trim());
  return (revision) => tags.includes('*') || tags.some((tag) => names(tag, entityTag(revision)));
}

/** Whether a tag names a state: as it is, or as a variant that some callers see. What follows a `-` tells variants apart. */
const names = (tag: string, plain: string): boolean =>
  tag === plain || (tag.startsWith(`${plain.slice(0, -1)}-`) && tag.endsWith('"'));
