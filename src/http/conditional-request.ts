import type { Response } from 'express';

/**
 * Whether the caller has what would be sent (RFC 9110, 13.1.2). Express would not say so to those who forbid their
 * caches to answer, as every `fetch` with a condition of its own does.
 */
export function isKnown(response: Response): boolean {
  const { method, headers } = response.req;
  const tag = response.getHeader('ETag');
  const condition = headers['if-none-match'];
  if (tag === undefined || condition === undefined || response.statusCode !== 200) return false;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const given = condition.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return given.includes('*') || given.includes(String(tag));
}
