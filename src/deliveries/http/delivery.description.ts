import { recordContent } from '../../http/openapi/envelopes';
import { nullable } from '../../http/openapi/field-schema';
import type { Content, DescribeOperation, Operation } from '../../http/openapi/operation';
import { idParameter } from '../../http/openapi/parameters';
import { objectSchema, type Parts } from '../../http/openapi/parts';
import { absence, describeGet, describeList, failureOf, type Readable } from '../../http/openapi/reading';
import type { JsonSchema } from '../../kernel/declarations';
import { DELIVERY_STATES } from '../domain/delivery';

const ID = '6f1c0d9e-3b0a-4f43-9d53-0a4f5a9b7c11';
const TAG = 'Deliveries';
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

const properties = (parts: Parts): Readonly<Record<string, JsonSchema>> => ({
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
    items: parts.schema('DeliveryAttempt', attempt),
    description: 'What was tried, the first one first.',
    examples: [EXAMPLE.attempts],
  },
});

const listed = (parts: Parts): Content => ({
  schema: parts.schema('Delivery', objectSchema(properties(parts), undefined, 'One event for one notification.')),
  examples: { retried: { summary: 'It failed once, and waits', value: EXAMPLE } },
});

const whole = (parts: Parts): Content => ({
  schema: parts.schema(
    'DeliveryWithBody',
    objectSchema(
      { ...properties(parts), body: text('The text that is sent, as it is signed.', BODY) },
      undefined,
      'One event for one notification, with the text that is sent.',
    ),
  ),
  examples: { retried: { summary: 'It failed once, and waits', value: { ...EXAMPLE, body: BODY } } },
});

const delivery: Readable = { name: 'Delivery', id: ID, absent: `Delivery with ID ${ID} not found`, shown: whole };
const notification: Readable = {
  name: 'Notification',
  id: EXAMPLE.notification_id,
  absent: 'Notification not found',
  shown: listed,
};

const ofNotification = (operation: Operation, parts: Parts): Operation => ({
  ...operation,
  tag: TAG,
  parameters: [
    idParameter('notification_id', 'notification', EXAMPLE.notification_id),
    ...(operation.parameters ?? []),
  ],
  answers: { ...operation.answers, 404: absence(parts, notification) },
});

const list = describeList({
  name: 'Delivery',
  shown: listed,
  filters: [
    {
      name: 'state',
      in: 'query',
      description: 'Only deliveries in this state.',
      schema: { type: 'string', enum: [...DELIVERY_STATES] },
    },
  ],
});

/** The descriptions of the operations on deliveries. */
export const describeDeliveries: Record<'list' | 'get' | 'replay' | 'test', DescribeOperation> = {
  list: (parts) => ({
    ...ofNotification(list(parts), parts),
    id: 'listDeliveries',
    summary: 'List the deliveries for a notification',
  }),
  get: (parts) => ({ ...describeGet(delivery)(parts), tag: TAG }),
  replay: (parts) => ({
    id: 'replayDelivery',
    tag: TAG,
    summary: 'Deliver something again',
    description:
      'Delivers it once more, whatever came of it before, to where the notification points now; its identifier stays the same.',
    parameters: [idParameter('delivery_id', 'delivery', ID)],
    answers: {
      200: {
        description: 'It waits for another attempt.',
        headers: ['ETag'],
        content: recordContent(parts, 'Delivery', whole(parts)),
      },
      404: absence(parts, delivery),
    },
  }),
  test: (parts) =>
    ofNotification(
      {
        id: 'testNotification',
        tag: TAG,
        summary: 'Send a test event to a notification',
        description:
          'Sends one event at once and answers what came of it, also where it failed. A success ends that a notification is disabled or failing.',
        answers: {
          200: {
            description: 'What came of it.',
            headers: ['ETag'],
            content: recordContent(parts, 'Delivery', whole(parts)),
          },
          404: failureOf(parts, 'There is no such notification.', { absent: notification.absent }),
        },
      },
      parts,
    ),
};
