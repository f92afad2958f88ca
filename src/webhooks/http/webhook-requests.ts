import { parameter } from '../../http/openapi/parameters';
import { type ApiSchemas, objectSchema, pascalCase } from '../../http/openapi/api-schemas';
import type { JsonSchema } from '../../kernel/declarations';
import { maskUrl } from '../../kernel/http-url';
import { SUBSCRIBABLE_EVENTS } from '../../notifications/domain/notification.fields';
import { type Subject, WEBHOOK_EVENTS, type WebhookEvent } from '../domain/events';

const ID = '6f1c0d9e-3b0a-4f43-9d53-0a4f5a9b7c11';
const TIME = '2026-01-31T12:00:00.000Z';
const VERSION = 7;

type Document = Readonly<Record<string, unknown>>;

/** What is sent to webhooks, as the map of OpenAPI that has a request for each event. */
export const webhookRequests = (schemas: ApiSchemas): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event.payloadType, { post: request(schemas, event) }]));

function request(schemas: ApiSchemas, event: WebhookEvent): JsonSchema {
  const schema = schemas.define(`${pascalCase(event.payloadType)}Event`, eventSchema(event));
  const value = exampleOf(event, exampleRecord(schemas, event.subject));
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
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { event: { summary: event.summary, value } } } },
    },
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

/** The first example of a record, with its URLs masked as in what webhooks are sent. */
function exampleRecord({ models }: ApiSchemas, subject: Subject): Document {
  const [example] = Object.values(models.get(pascalCase(subject))?.examples ?? {});
  const record = (example?.value ?? {}) as Document;
  const { url, custom_rpc_urls: urls } = record as { url?: string; custom_rpc_urls?: readonly { url: string }[] };
  return {
    ...record,
    ...(url !== undefined && { url: maskUrl(url) }),
    ...(urls && { custom_rpc_urls: urls.map((each) => ({ ...each, url: maskUrl(each.url) })) }),
  };
}
