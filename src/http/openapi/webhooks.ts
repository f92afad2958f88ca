import { type Subject, WEBHOOK_EVENTS, type WebhookEvent } from '../../deliveries/domain/events';
import { SUBSCRIBABLE_EVENTS } from '../../notifications/domain/notification.fields';
import type { JsonSchema } from '../../kernel/declarations';
import { maskUrl } from '../../kernel/http-url';
import type { Operation } from './operation';
import { parameter } from './parameters';
import { objectSchema, type Parts, pascalCase } from './parts';

const ID = '6f1c0d9e-3b0a-4f43-9d53-0a4f5a9b7c11';
const TIME = '2026-01-31T12:00:00.000Z';
const VERSION = 7;

type Document = Readonly<Record<string, unknown>>;

/** What is sent to webhooks, as the map of OpenAPI that has a request for each event. */
export const describeWebhooks = (parts: Parts, operations: readonly Operation[]): JsonSchema =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => [
      event.payloadType,
      { post: request(parts, event, shown(event.subject, operations)) },
    ]),
  );

function request(parts: Parts, event: WebhookEvent, record: Document): JsonSchema {
  const schema = parts.schema(`${pascalCase(event.payloadType)}Event`, eventSchema(event));
  const examples = { event: { summary: event.summary, value: exampleOf(event, record) } };
  return {
    operationId: event.payloadType,
    summary: event.summary,
    description: `Sent to ${receiversOf(event)}, as \`${event.event}\`.`,
    security: [],
    parameters: [
      parameter('WebhookId'),
      parameter('WebhookTimestamp'),
      parameter('WebhookSignature'),
      parameter('XSignature'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema, examples } } },
    responses: {
      '2XX': { description: 'It was received. After any other answer it is sent again.' },
      410: { description: 'The receiver wants nothing more: the notification is disabled.' },
    },
  };
}

function receiversOf({ event, subject }: WebhookEvent): string {
  if (SUBSCRIBABLE_EVENTS.includes(event)) return 'the notifications that subscribe to it';
  return subject === 'notification' ? 'the notification itself' : `the notification of the ${subject}`;
}

function eventSchema({ event, payloadType, summary, subject, isVersioned, more }: WebhookEvent): JsonSchema {
  const payload = {
    payload_type: { type: 'string', const: payloadType, description: 'What happened.' },
    [subject]: {
      $ref: `#/components/schemas/${pascalCase(subject)}`,
      description: `The ${subject} after that, without secrets; of its URLs no path, query or user.`,
    },
    ...(isVersioned && {
      version: {
        type: 'integer',
        minimum: 1,
        description: `The version of the ${subject}: what has a higher one happened later.`,
        examples: [VERSION],
      },
    }),
    ...more,
  };
  return objectSchema(
    {
      id: { type: 'string', description: 'The same in every attempt, as in webhook-id.', examples: [ID] },
      event: { type: 'string', const: event, description: 'What kind of event it is.' },
      payload: { ...objectSchema(payload), description: 'What happened, and to what.' },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.', examples: [TIME] },
    },
    undefined,
    `${summary}.`,
  );
}

function exampleOf({ event, payloadType, subject, isVersioned, more }: WebhookEvent, record: Document): Document {
  const added = Object.entries(more).map(([name, { examples }]) => [name, (examples as readonly unknown[])[0]]);
  const payload = {
    payload_type: payloadType,
    [subject]: record,
    ...(isVersioned && { version: VERSION }),
    ...(Object.fromEntries(added) as object),
  };
  return { id: ID, event, payload, timestamp: TIME };
}

/** The first example of what is answered of a record, with its URLs as webhooks see them. */
function shown(subject: Subject, operations: readonly Operation[]): Document {
  const answer = operations.find(({ id }) => id === `get${pascalCase(subject)}`)?.answers[200];
  const [example] = Object.values(answer?.content?.examples ?? {});
  const { data } = example?.value as { readonly data: Document };
  const { url, custom_rpc_urls: urls } = data as { url?: string; custom_rpc_urls?: readonly { url: string }[] };
  return {
    ...data,
    ...(url !== undefined && { url: maskUrl(url) }),
    ...(urls && { custom_rpc_urls: urls.map((each) => ({ ...each, url: maskUrl(each.url) })) }),
  };
}
