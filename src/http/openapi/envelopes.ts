import type { JsonSchema } from '../../kernel/declarations';
import type { ApiModel, Example } from './api.decorator';
import { objectSchema } from './api-schemas';

const success = { type: 'boolean', const: true, description: 'Always true.' };
const error = { type: 'string', const: '', description: 'Always empty.' };

const envelopeOf = (data: unknown): object => ({ success: true, data, error: '' });
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The names of the schemas in which a model is answered. */
export const RECORD = 'Answer';
export const PAGE = 'PageAnswer';

/** A record in the envelope. */
export const recordAnswer = ({ name, examples = {} }: ApiModel): ApiModel => ({
  name: `${name}${RECORD}`,
  schema: objectSchema(
    { success, data: { ...reference(name), description: 'The record.' }, error },
    undefined,
    'One record.',
  ),
  examples: Object.fromEntries(
    Object.entries(examples).map(([key, { summary, value }]) => [key, { summary, value: envelopeOf(value) }]),
  ),
});

/** One page of records in the envelope; its example has all the examples of a record. */
export function pageAnswer({ name, examples = {} }: ApiModel): ApiModel {
  const data = { type: 'array', items: reference(name), description: 'The records of the page, oldest first.' };
  const records = Object.values(examples).map(({ value }) => value);
  const pagination = { current_page: 1, per_page: 10, total_items: records.length };
  const properties = {
    success,
    data,
    error,
    pagination: { ...reference('Pagination'), description: 'Which page this is.' },
  };
  return {
    name: `${name}${PAGE}`,
    schema: objectSchema(properties, undefined, 'One page of a list.'),
    examples: {
      page: { summary: 'The only page', value: { ...envelopeOf(records), pagination } },
      past_the_end: {
        summary: 'A page past the end',
        value: { ...envelopeOf([]), pagination: { ...pagination, current_page: 7 } },
      },
    },
  };
}

/** A sentence in the envelope, as an example. */
export const sentenceExample = (sentence: string): Example => ({ summary: 'It was done', value: envelopeOf(sentence) });

const whole = { type: 'integer', minimum: 0 };

/** What every answer is made of. */
export const ENVELOPES: readonly ApiModel[] = [
  {
    name: 'SentenceAnswer',
    schema: objectSchema(
      { success, data: { type: 'string', description: 'What was done, in a sentence.' }, error },
      undefined,
      'A sentence.',
    ),
  },
  {
    name: 'Pagination',
    schema: objectSchema(
      {
        current_page: { type: 'integer', minimum: 1, description: 'Number of the page, from 1.', examples: [1] },
        per_page: { ...whole, description: 'How many records a page has.', examples: [10] },
        total_items: { ...whole, description: 'How many records the whole list has.', examples: [3] },
      },
      undefined,
      'Which page of how many records.',
    ),
  },
];
