import { Injectable } from '@nestjs/common';
import { type AnswerDescription, Api, type Example } from '../http/openapi/api.decorator';
import { ProvidesSchemas, type SchemaProvider } from '../http/openapi/schema-provider';
import { type ApiSchemas, objectSchema } from '../http/openapi/api-schemas';
import { VERSION } from '../kernel/version';
import { REASONS, type ReadinessReport, STATUSES } from './readiness';

const STATUS = { type: 'string', enum: [...STATUSES], examples: ['healthy'] };
const TIMESTAMP = '2026-01-01T00:00:00.000Z';
const HEALTHY = { status: 'healthy' } as const;
const UNHEALTHY = { status: 'unhealthy' } as const;

export const ApiHealth = () =>
  Api({
    id: 'health',
    tag: 'Health',
    summary: 'Whether the process lives',
    description: 'Answers as long as the process does, whatever the state of the database.',
    answers: {
      200: {
        description: 'The process lives.',
        content: {
          mediaTypes: ['text/plain'],
          schema: { type: 'string', const: 'OK' },
          examples: { ok: { summary: 'The process lives', value: 'OK' } },
        },
      },
    },
  });

export const ApiReadiness = () =>
  Api({
    id: 'readiness',
    tag: 'Health',
    summary: 'Whether requests can be served',
    description:
      'Asks the database. Not ready while that does not answer or lacks migrations, and while the process is shutting down. Without the Redis of its settings the service is degraded and ready.',
    answers: {
      200: report('Ready.', {
        ready: true,
        status: 'degraded',
        reason: REASONS.redis,
        components: { database: HEALTHY, migrations: HEALTHY, redis: UNHEALTHY },
        version: VERSION,
        timestamp: TIMESTAMP,
      }),
      503: report('Not ready.', {
        ready: false,
        status: 'unhealthy',
        reason: REASONS.database,
        components: { database: UNHEALTHY, migrations: UNHEALTHY },
        version: VERSION,
        timestamp: TIMESTAMP,
      }),
    },
  });

function report(description: string, value: ReadinessReport): AnswerDescription {
  const examples: Readonly<Record<string, Example>> = { report: { summary: description, value } };
  return { description, content: { model: 'ReadinessReport', examples } };
}

/** The schema of what readiness answers. */
@Injectable()
@ProvidesSchemas()
export class HealthModels implements SchemaProvider {
  defineSchemas(schemas: ApiSchemas): void {
    const component = objectSchema(
      { status: { ...STATUS, description: 'The state of the part.' } },
      undefined,
      'The state of a part that the service needs.',
    );
    const properties = {
      ready: { type: 'boolean', description: 'Whether requests can be served.', examples: [true] },
      status: { ...STATUS, description: 'The same in a word; degraded is ready without something that can be missed.' },
      reason: { type: 'string', description: 'What is missing, where something is.', examples: [REASONS.redis] },
      version: { type: 'string', description: 'The version of the program that answers.', examples: [VERSION] },
      timestamp: { type: 'string', format: 'date-time', description: 'When it was asked.', examples: [TIMESTAMP] },
      components: {
        type: 'object',
        description: 'The parts that the service needs, by their names.',
        additionalProperties: schemas.define('Component', component),
      },
    };
    const required = Object.keys(properties).filter((name) => name !== 'reason');
    schemas.define('ReadinessReport', objectSchema(properties, required, 'Whether requests can be served.'));
  }
}
