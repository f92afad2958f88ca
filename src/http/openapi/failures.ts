import { DomainError } from '../../kernel/domain-error';
import type { JsonSchema } from '../../kernel/declarations';
import type { ApiModel, Example } from './api.decorator';
import { objectSchema } from './api-schemas';
import { CODING_HEADERS, headersOf, RATE_HEADERS } from './headers';

interface Failure {
  /** What the answer is called among the parts. */
  readonly name: string;
  readonly description: string;
  readonly headers?: readonly string[];
  readonly examples: Readonly<Record<string, Example>>;
}

/** The text of a failure, as an example. */
export const failureExample = (summary: string, message: string, errors?: readonly object[]): Example => ({
  summary,
  value: { success: false, data: null, message, ...(errors && { errors }) },
});

const only = (summary: string, message: string): Failure['examples'] => ({ failure: failureExample(summary, message) });

/** The failures that do not depend on what the operation is about. */
const failures = {
  400: {
    name: 'BadRequest',
    description: 'The request is malformed, or what it says breaks a rule. Every fault is told at once.',
    examples: {
      body: failureExample('Faults in the body', 'Bad Request', [
        { path: 'policies.gas_price_cap', message: 'must be a whole number from 0 to 2^128-1' },
        { path: 'signer_id', message: 'must be the id of a signer' },
      ]),
      query: failureExample('A fault in the query', 'Bad Request', [
        { path: 'per_page', message: 'must be a whole number, 0 or more' },
      ]),
      malformed: failureExample('A request that cannot be read at all', 'Bad Request'),
    },
  },
  401: {
    name: 'Unauthorized',
    description: 'There is no token, or it is malformed, unknown, expired or revoked.',
    headers: ['WWW-Authenticate'],
    examples: only('No good token', 'Unauthorized'),
  },
  403: {
    name: 'Forbidden',
    description: 'The token is good, and lacks the permission.',
    headers: ['WWW-Authenticate'],
    examples: only('Without the permission', 'Forbidden'),
  },
  404: { name: 'NotFound', description: 'There is no such route.', examples: only('No such route', 'Not Found') },
  405: {
    name: 'MethodNotAllowed',
    description: 'The path is known, and has other methods only.',
    headers: ['Allow'],
    examples: only('Another method', 'Method Not Allowed'),
  },
  408: {
    name: 'RequestTimeout',
    description: 'The request took too long to arrive. The connection is closed.',
    examples: only('A slow request', 'Bad Request'),
  },
  412: {
    name: 'PreconditionFailed',
    description: 'The record is in another state than If-Match says.',
    examples: only('Another state', 'Precondition Failed'),
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body has more than 1 MiB.',
    examples: only('A body too large', 'Bad Request'),
  },
  417: {
    name: 'ExpectationFailed',
    description: 'The header Expect asks for something that is not granted.',
    examples: only('Another expectation', 'Bad Request'),
  },
  429: {
    name: 'TooManyRequests',
    description: 'The token has used up its budget.',
    headers: ['Retry-After'],
    examples: only('No budget left', 'Too Many Requests'),
  },
  431: {
    name: 'RequestHeaderFieldsTooLarge',
    description: 'The headers are too large. The connection is closed.',
    examples: only('Headers too large', 'Bad Request'),
  },
  500: {
    name: 'InternalServerError',
    description: 'The service failed. What the cause was is in its log, under the request id.',
    examples: only('A failure of the service', 'Internal Server Error'),
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'The database cannot be reached, or does not answer in time.',
    headers: ['Retry-After'],
    examples: {
      ...only('No database', 'Internal Server Error'),
      unknown: failureExample('A commit without an answer', DomainError.outcomeUnknown(undefined).message),
    },
  },
} satisfies Readonly<Record<number, Failure>>;

export type FailureStatus = keyof typeof failures;

/** Failures that no operation has: nothing that reaches them is one. */
const OUTSIDE_OPERATIONS = [404, 405, 408, 417, 431] as const satisfies readonly FailureStatus[];

/** These are answered before the budget of the token is looked at, or by what knows no tokens. */
const BEFORE_RATE: readonly FailureStatus[] = [401, 403, ...OUTSIDE_OPERATIONS];
/** These are answered before the request has an id. */
const BEFORE_ID: readonly FailureStatus[] = [408, 417, 431];

const tellsRate = (status: FailureStatus, limited: boolean): boolean => limited && !BEFORE_RATE.includes(status);

const nameOf = (status: FailureStatus, limited: boolean): string =>
  `${tellsRate(status, limited) ? 'RateLimited' : ''}${failures[status].name}`;

/** Refers to the answer of a failure; that of a route with a budget tells what is left of it. */
export const failureAnswer = (status: FailureStatus, limited: boolean): JsonSchema => ({
  $ref: `#/components/responses/${nameOf(status, limited)}`,
});

/** The answers of all failures, by the names that they are referred to. */
export const failureAnswers = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    (Object.keys(failures).map(Number) as FailureStatus[]).flatMap((status) =>
      [false, true].map((limited) => [nameOf(status, limited), answerOf(status, limited)]),
    ),
  );

function answerOf(status: FailureStatus, limited: boolean): JsonSchema {
  const { description, examples, headers: own = [] }: Failure = failures[status];
  const rate = tellsRate(status, limited) ? RATE_HEADERS : [];
  const names = [...(BEFORE_ID.includes(status) ? [] : ['X-Request-Id', ...CODING_HEADERS]), ...rate, ...own];
  return {
    description,
    ...(names.length > 0 ? { headers: headersOf(names) } : {}),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' }, examples } },
  };
}

const fault = objectSchema(
  {
    path: {
      type: 'string',
      description: 'Where the fault is, in the caller’s own field names; empty for the whole body.',
      examples: ['policies.gas_price_cap'],
    },
    message: {
      type: 'string',
      description: 'Which rule it breaks.',
      examples: ['must be a whole number from 0 to 2^128-1'],
    },
  },
  undefined,
  'One fault in what the caller sent.',
);

/** The envelope of every failure. */
export const FAILURES: readonly ApiModel[] = [
  { name: 'Fault', schema: fault },
  {
    name: 'Failure',
    schema: objectSchema(
      {
        success: { type: 'boolean', const: false, description: 'Always false.' },
        data: { type: 'null', description: 'Always null.' },
        message: { type: 'string', description: 'What went wrong.', examples: ['Bad Request'] },
        errors: {
          type: 'array',
          minItems: 1,
          items: { $ref: '#/components/schemas/Fault' },
          description: 'Every fault in what the caller sent, where the failure comes from that.',
        },
      },
      ['success', 'data', 'message'],
      'Every answer that is a failure.',
    ),
  },
];
