import { Injectable } from '@nestjs/common';
import { ProvidesSchemas, type SchemaProvider } from '../../http/openapi/schema-provider';
import { type ApiSchemas, nullable, objectSchema } from '../../http/openapi/api-schemas';
import type { JsonSchema } from '../../kernel/declarations';
import { DELIVERY_STATES, MAX_ATTEMPTS } from '../domain/delivery';
import { webhookRequests } from './webhook-requests';

const ID = '6f1c0d9e-3b0a-4f43-9d53-0a4f5a9b7c11';
const TIME = '2026-01-31T12:00:00.000Z';

const EXAMPLE = {
  id: ID,
  notification_id: 'ops-webhook',
  event: 'relayer_update',
  payload_type: 'relayer_updated',
  resource: 'relayer',
  resource_id: 'sepolia-relayer',
  version: 7,
  state: 'pending',
  created_at: TIME,
  next_attempt_at: '2026-01-31T12:00:05.000Z',
  finished_at: null,
  attempts: [{ at: TIME, status: 503, latency_ms: 41, failure: 'answered 503', answer: 'try again later' }],
};
const BODY = JSON.stringify({
  id: ID,
  event: EXAMPLE.event,
  payload: { payload_type: EXAMPLE.payload_type, relayer: { id: EXAMPLE.resource_id }, version: EXAMPLE.version },
  timestamp: TIME,
});

const text = (description: string, example: string): JsonSchema => ({
  type: 'string',
  description,
  examples: [example],
});
const time = (description: string): JsonSchema => ({ ...text(description, TIME), format: 'date-time' });

const attempt = objectSchema(
  {
    at: time('When it began.'),
    status: nullable({
      type: 'integer',
      description: 'The status of the answer; null where none came. Only 200 to 299 is success.',
      examples: [503],
    }),
    latency_ms: { type: 'integer', minimum: 0, description: 'How long it took, in milliseconds.', examples: [41] },
    failure: nullable(text('Why it did not succeed; null where it did.', 'answered 503')),
    answer: text('How the answer began.', 'try again later'),
  },
  undefined,
  'One attempt to deliver.',
);

const properties = (schemas: ApiSchemas): Readonly<Record<string, JsonSchema>> => ({
  id: text('The identifier of what is sent, the same at every attempt.', ID),
  notification_id: text('The notification that is told.', EXAMPLE.notification_id),
  event: text('What happened.', EXAMPLE.event),
  payload_type: text('What happened, in more detail.', EXAMPLE.payload_type),
  resource: text('The kind of what it is about.', EXAMPLE.resource),
  resource_id: text('The identifier of what it is about.', EXAMPLE.resource_id),
  version: nullable({
    type: 'integer',
    description: 'The version of what it is about: a higher one happened later. Null for a test.',
    examples: [EXAMPLE.version],
  }),
  state: {
    type: 'string',
    enum: [...DELIVERY_STATES],
    description:
      'Whether it waits for its next attempt, was accepted, has failed for good, or was given up as the notification was deleted or disabled.',
    examples: [EXAMPLE.state],
  },
  created_at: time('When it happened.'),
  next_attempt_at: nullable(time('When the next attempt is due; null where there is none.')),
  finished_at: nullable(time('When it ended; null while it waits.')),
  attempts: {
    type: 'array',
    items: schemas.define('DeliveryAttempt', attempt),
    description: `What was tried, the first one first; the last ${String(MAX_ATTEMPTS)} attempts.`,
    examples: [EXAMPLE.attempts],
  },
});

/** The schemas of deliveries, and what webhooks are sent. */
@Injectable()
@ProvidesSchemas()
export class DeliveryModels implements SchemaProvider {
  defineSchemas(schemas: ApiSchemas): void {
    const listed = properties(schemas);
    const summary = 'It failed once, and waits';
    schemas.define('Delivery', objectSchema(listed, undefined, 'One event for one notification.'), {
      retried: { summary, value: EXAMPLE },
    });
    schemas.define(
      'DeliveryWithBody',
      objectSchema(
        { ...listed, body: text('The text that is sent, as it is signed.', BODY) },
        undefined,
        'One event for one notification, with the text that is sent.',
      ),
      { retried: { summary, value: { ...EXAMPLE, body: BODY } } },
    );
  }

  webhooks(schemas: ApiSchemas): Readonly<Record<string, JsonSchema>> {
    return webhookRequests(schemas);
  }
}
