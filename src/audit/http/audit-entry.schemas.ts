import { Injectable } from '@nestjs/common';
import { ProvidesSchemas, type SchemaProvider } from '../../http/openapi/schema-provider';
import { type ApiSchemas, nullable, objectSchema } from '../../http/openapi/api-schemas';
import type { JsonSchema } from '../../kernel/declarations';

const EXAMPLE = {
  sequence: 42,
  time: '2026-01-31T12:00:00.000Z',
  actor: { id: 'nT5rWq8KzYb2Lc0X', name: 'deployment pipeline' },
  action: 'notification.updated',
  resource: 'notification',
  id: 'ops-webhook',
  version: 7,
  request_id: 'b9d0c5f6-7f0e-4c1c-9a55-1f3f4d2b8a60',
  paths: ['signing_key'],
  before: { id: 'ops-webhook', type: 'webhook', url: 'https://hooks.example.com/***', signing_key: null },
  after: { id: 'ops-webhook', type: 'webhook', url: 'https://hooks.example.com/***', signing_key: '[set]' },
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};

const text = (description: string, example: string): JsonSchema => ({
  type: 'string',
  description,
  examples: [example],
});

const state = (description: string): JsonSchema =>
  nullable({ type: 'object', description, examples: [EXAMPLE.after], additionalProperties: true });

const properties: Readonly<Record<string, JsonSchema>> = {
  sequence: nullable({
    type: 'integer',
    minimum: 1,
    description: 'Its place: 1, 2, 3, without a gap. Null for a token that is restricted to some relayers.',
    examples: [42],
  }),
  time: { ...text('When it was committed.', EXAMPLE.time), format: 'date-time' },
  actor: {
    ...objectSchema({
      id: text('Of the token, `cli:USER` for the command line, or `service`.', EXAMPLE.actor.id),
      name: text('What it was called then.', EXAMPLE.actor.name),
    }),
    description: 'Who did it.',
  },
  action: text('What happened.', EXAMPLE.action),
  resource: text('The kind of what it happened to.', EXAMPLE.resource),
  id: text('The identifier of what it happened to.', EXAMPLE.id),
  version: nullable({ type: 'integer', description: 'Its version after that; null where it has none.', examples: [7] }),
  request_id: nullable(text('The request that asked for it; null where none did.', EXAMPLE.request_id)),
  paths: {
    type: 'array',
    items: { type: 'string' },
    description: 'For an update, the fields that changed.',
    examples: [EXAMPLE.paths],
  },
  before: state(
    'It before that, without secrets; of an update of a relayer, of its lists the items that changed, and of a reason that stayed nothing. Null where it was not there.',
  ),
  after: state(
    'It after that, without secrets; of an update of a relayer, of its lists the items that changed, and of a reason that stayed nothing. Null where it is gone.',
  ),
  hash: nullable({
    ...text('SHA-256 of the entry and of the hash before it. Null where the sequence is.', EXAMPLE.hash),
    pattern: '^[0-9a-f]{64}$',
  }),
};

/** The schema of audit entries, which the reference's clients know as audit events. */
@Injectable()
@ProvidesSchemas()
export class AuditEntryModels implements SchemaProvider {
  defineSchemas(schemas: ApiSchemas): void {
    schemas.define('AuditEvent', objectSchema(properties, undefined, 'One change, and who made it.'), {
      signing_key: { summary: 'A signing key was set', value: EXAMPLE },
    });
  }
}
