import type { JsonSchema } from '../../kernel/declarations';

const text = (description: string, example: string): JsonSchema => ({
  description,
  schema: { type: 'string' },
  example,
});

const number = (description: string, example: number): JsonSchema => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
});

/** Every header that an answer may have and that means something to its receiver. */
export const headers: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': text(
    'Identifies the request in the log: the caller’s own where it is acceptable, else one that was made.',
    '6f1c2a34-9b0d-4e57-8a1f-2c3d4e5f6a7b',
  ),
  ETag: text('The state of what is answered (RFC 9110), for If-Match and If-None-Match.', '"n2cmKyHLdWmLwJ3E9q7pSA"'),
  Location: text('The path of the record that was made.', '/api/v1/relayers/sepolia-relayer'),
  Link: text(
    'The first, previous, next and last page of the list (RFC 8288), as far as there are any.',
    '</api/v1/relayers?page=1&per_page=10>; rel="first", </api/v1/relayers?page=2&per_page=10&after=Jv0mTg3xqYzXr1uZbC5w4A>; rel="next", </api/v1/relayers?page=3&per_page=10>; rel="last"',
  ),
  'Cache-Control': {
    description: 'The answer has a secret, and is to be kept nowhere.',
    schema: { type: 'string', const: 'no-store' },
    example: 'no-store',
  },
  'Content-Encoding': {
    description: 'There where the answer has over 1 KiB, and is compressed for those who accept that.',
    schema: { type: 'string', const: 'gzip' },
    example: 'gzip',
  },
  Vary: {
    description: 'There where the answer has over 1 KiB, and depends on which compression is accepted.',
    schema: { type: 'string', const: 'Accept-Encoding' },
    example: 'Accept-Encoding',
  },
  Deprecation: text('Since when the route is deprecated (RFC 9745), in seconds since 1970.', '@1793491200'),
  Sunset: text('When the route goes (RFC 8594), once that is known.', 'Sat, 01 May 2027 00:00:00 GMT'),
  Allow: text('The methods that the path has.', 'GET, HEAD, POST'),
  'WWW-Authenticate': text('What is missing (RFC 6750).', 'Bearer realm="relayer-management", error="invalid_token"'),
  'Retry-After': number('After how many seconds the request may be sent again.', 1),
  'Idempotency-Replayed': {
    description: 'There where the answer is that of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'X-RateLimit-Limit': number('How many requests the token may send at once. Absent where limiting is off.', 300),
  'X-RateLimit-Remaining': number('How many of them remain. Absent where limiting is off.', 299),
  'X-RateLimit-Reset': number('In how many seconds all of them are back. Absent where limiting is off.', 1),
};

/** The headers that tell a token its budget. */
export const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

/** The headers of a route that is to go. */
export const DEPRECATION_HEADERS = ['Deprecation', 'Sunset'] as const;

/** The headers that say how a long answer is compressed. */
export const CODING_HEADERS = ['Content-Encoding', 'Vary'] as const;

/** Refers to headers by their names. */
export const headersOf = (names: readonly string[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
