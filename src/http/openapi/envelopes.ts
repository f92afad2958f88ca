import type { JsonSchema } from '../../kernel/declarations';
import type { Content, Example } from './operation';
import { objectSchema, type Parts } from './parts';

const success = { type: 'boolean', const: true, description: 'Always true.' };
const error = { type: 'string', const: '', description: 'Always empty.' };

const envelopeOf = (data: unknown): object => ({ success: true, data, error: '' });

/** A record in the envelope. */
export function recordContent(parts: Parts, name: string, record: Content): Content {
  const data = { ...record.schema, description: 'The record.' };
  return {
    schema: parts.schema(`${name}Answer`, objectSchema({ success, data, error }, undefined, 'One record.')),
    examples: mapValues(record.examples, ({ summary, value }) => ({ summary, value: envelopeOf(value) })),
  };
}

/** One page of records in the envelope; its example has all the examples of a record. */
export function pageContent(parts: Parts, name: string, record: Content): Content {
  const data = { type: 'array', items: record.schema, description: 'The records of the page, oldest first.' };
  const records = Object.values(record.examples).map(({ value }) => value);
  const pagination = { current_page: 1, per_page: 10, total_items: records.length };
  const schema = objectSchema(
    { success, data, error, pagination: paginationSchema(parts) },
    undefined,
    'One page of a list.',
  );
  return {
    schema: parts.schema(`${name}PageAnswer`, schema),
    examples: {
      page: { summary: 'The only page', value: { ...envelopeOf(records), pagination } },
      past_the_end: {
        summary: 'A page past the end',
        value: { ...envelopeOf([]), pagination: { ...pagination, current_page: 7 } },
      },
    },
  };
}

/** A sentence in the envelope. */
export function sentenceContent(parts: Parts, sentence: string): Content {
  const data = { type: 'string', description: 'What was done, in a sentence.' };
  return {
    schema: parts.schema('SentenceAnswer', objectSchema({ success, data, error }, undefined, 'A sentence.')),
    examples: { done: { summary: 'It was done', value: envelopeOf(sentence) } },
  };
}

function paginationSchema(parts: Parts): JsonSchema {
  const whole = { type: 'integer', minimum: 0 };
  const schema = objectSchema(
    {
      current_page: { type: 'integer', minimum: 1, description: 'Number of the page, from 1.', examples: [1] },
      per_page: { ...whole, description: 'How many records a page has.', examples: [10] },
      total_items: { ...whole, description: 'How many records the whole list has.', examples: [3] },
    },
    undefined,
    'Which page of how many records.',
  );
  return { ...parts.schema('Pagination', schema), description: 'Which page this is.' };
}

const mapValues = <T extends Example>(
  values: Readonly<Record<string, T>>,
  change: (value: T) => Example,
): Record<string, Example> => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
