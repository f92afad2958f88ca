import { describeTextParameter } from '../../http/openapi/parameters';
import { ApiList } from '../../http/openapi/resource.decorators';
import type { JsonSchema } from '../../kernel/declarations';

const instantParameter = (name: string, description: string): JsonSchema => ({
  ...describeTextParameter(name, description, '2026-01-31T12:00:00.000Z'),
  schema: { type: 'string', format: 'date-time', minLength: 1, maxLength: 255 },
});

const FILTERS = [
  describeTextParameter('resource', 'Only what happened to resources of this kind.', 'notification'),
  describeTextParameter('id', 'Only what happened to the resource of this identifier.', 'ops-webhook'),
  describeTextParameter('actor', 'Only what the actor of this identifier did.', 'nT5rWq8KzYb2Lc0X'),
  instantParameter('from', 'Only from this instant on, in ISO 8601.'),
  instantParameter('to', 'Only up to this instant, in ISO 8601.'),
];

/** Describes the list of audit entries, which can only be read. */
export const ApiListAuditEntries = () =>
  ApiList({ name: 'AuditEvent' }, FILTERS, { tag: 'Audit log', summary: 'List audit events' });
