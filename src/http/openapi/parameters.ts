import { WITHOUT_NUL } from '../../kernel/characters';
import type { JsonSchema } from '../../kernel/declarations';
import { CURSOR_CHARACTERS } from '../../kernel/opaque-texts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../../kernel/page';

const MAX_CHARACTERS = 255;

/** A query parameter of one text. */
export const describeTextParameter = (name: string, description: string, example: string): JsonSchema => ({
  name,
  in: 'query',
  // Not an example of its own: the page would fill that in, and filter by it.
  description: `${description} For example \`${example}\`.`,
  schema: { type: 'string', minLength: 1, maxLength: MAX_CHARACTERS, pattern: WITHOUT_NUL },
});

/** A query parameter that is true or false. */
export const describeFlagParameter = (name: string, description: string): JsonSchema => ({
  name,
  in: 'query',
  description,
  schema: { type: 'boolean' },
});

/**
 * The parameter of a path that names a record.
 * @param example of the sample records; none where only a running service gives them
 */
export const idParameter = (name: string, record: string, example?: string): JsonSchema => ({
  name,
  in: 'path',
  required: true,
  description: `The identifier of the ${record}.`,
  schema: { type: 'string', minLength: 1 },
  ...(example === undefined ? {} : { example }),
});

/** A header of the requests that webhooks get. */
function webhookHeader(name: string, description: string, required: boolean): JsonSchema {
  return { name, in: 'header', required, description, schema: { type: 'string', minLength: 1 } };
}

/** The parameters that several operations share, by the names that they are referred to. */
export const parameters = {
  Page: {
    name: 'page',
    in: 'query',
    description: 'Number of the page, from 1; 0 means 1. Past the end, the list is empty.',
    schema: { type: 'integer', minimum: 0, default: 1 },
  },
  PerPage: {
    name: 'per_page',
    in: 'query',
    description: `How many records a page has; over ${String(MAX_PER_PAGE)} it is lowered to that, and 0 asks for the total only.`,
    schema: { type: 'integer', minimum: 0, default: DEFAULT_PER_PAGE },
  },
  After: {
    name: 'after',
    in: 'query',
    description:
      'Where the page starts, as a link of the page before says it: reading on by the links repeats and skips nothing while records come and go. It is not to be made up.',
    schema: { type: 'string', pattern: `^[A-Za-z0-9_-]{${String(CURSOR_CHARACTERS)}}$` },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Identifies the request in the log and in the answer. One that is longer than 128 characters, or has others than letters, digits, `.`, `_` and `-`, is replaced.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the record as the caller knows it, or several, or *. In another state it is left as it is (412).',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the answer as the caller knows it. In the same state it is not sent again (304).',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the creation safe to send again: within 24 hours, the same key with the same body gets the same answer and makes no second record; with another body it is a conflict (409).',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  WebhookId: webhookHeader('webhook-id', 'The identifier of the event, the same in every attempt.', true),
  WebhookTimestamp: webhookHeader('webhook-timestamp', 'When the attempt was made, in seconds since 1970.', true),
  WebhookSignature: webhookHeader(
    'webhook-signature',
    'A signature under each key, as Standard Webhooks has it. Absent without a signing key.',
    false,
  ),
  XSignature: webhookHeader(
    'X-Signature',
    'The HMAC-SHA256 of the body under the signing key, in base64. Absent without one.',
    false,
  ),
} satisfies Readonly<Record<string, JsonSchema>>;

/** Refers to a shared parameter. */
export const parameter = (name: keyof typeof parameters): JsonSchema => ({ $ref: `#/components/parameters/${name}` });
