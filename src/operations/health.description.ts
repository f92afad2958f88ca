import type { AnswerDescription, DescribeOperation } from '../http/openapi/operation';
import { objectSchema, type Parts } from '../http/openapi/parts';
import type { ReadinessReport } from './readiness';

const STATUS = { type: 'string', enum: ['healthy', 'unhealthy'], examples: ['healthy'] };

export const describeHealth: DescribeOperation = () => ({
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

export const describeReadiness: DescribeOperation = (parts) => ({
  id: 'readiness',
  tag: 'Health',
  summary: 'Whether requests can be served',
  description: 'Asks the database. Not ready while that does not answer, and while the process is shutting down.',
  answers: { 200: report(parts, 'Ready.', true), 503: report(parts, 'Not ready.', false) },
});

function report(parts: Parts, description: string, ready: boolean): AnswerDescription {
  const status = ready ? 'healthy' : 'unhealthy';
  const timestamp = '2026-01-01T00:00:00.000Z';
  const value: ReadinessReport = { ready, status, timestamp, components: { database: { status } } };
  return {
    description,
    content: { schema: reportSchema(parts), examples: { report: { summary: description, value } } },
  };
}

function reportSchema(parts: Parts) {
  const component = objectSchema(
    { status: { ...STATUS, description: 'The state of the part.' } },
    undefined,
    'The state of a part that the service needs.',
  );
  const properties = {
    ready: { type: 'boolean', description: 'Whether requests can be served.', examples: [true] },
    status: { ...STATUS, description: 'The same in a word.' },
    timestamp: {
      type: 'string',
      format: 'date-time',
      description: 'When it was asked.',
      examples: ['2026-01-01T00:00:00.000Z'],
    },
    components: {
      type: 'object',
      description: 'The parts that the service needs, by their names.',
      additionalProperties: parts.schema('Component', component),
    },
  };
  return parts.schema('ReadinessReport', objectSchema(properties, undefined, 'Whether requests can be served.'));
}
