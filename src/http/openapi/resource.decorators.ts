import type { JsonSchema } from '../../kernel/declarations';
import { type AnswerDescription, Api, type Content, type Operation } from './api.decorator';
import { PAGE, RECORD, sentenceExample } from './envelopes';
import { failureExample } from './failures';
import { idParameter, type parameters } from './parameters';

/** What the descriptions of a resource's operations differ in. */
export interface Resource {
  /** `AuditEvent`: what one record is called in the names of schemas and operations. */
  readonly name: string;
  /** An identifier to show. */
  readonly id: string;
  /** Whether only a running service gives identifiers: none of the sample records has the one that is shown. */
  readonly isIdGiven?: boolean;
  /** One of a sample record that nothing refers to, so that it can be deleted. */
  readonly unusedId?: string;
  /** The message where there is no such record. */
  readonly absent: string;
  /** Rules of a creation that the schema does not tell. */
  readonly rules?: string;
  /** Rules of a change that the schema does not tell. */
  readonly patchRules?: string;
  /** Messages of conflicts beside those of every creation. */
  readonly conflicts?: { readonly create?: string; readonly delete?: string };
}

type Parameters = NonNullable<Operation['parameters']>;

const PAGING = ['Page', 'PerPage', 'After'] as const satisfies readonly (keyof typeof parameters)[];
const PATCH_TYPES = ['application/json', 'application/merge-patch+json'];
const NOT_MODIFIED = 'It is as If-None-Match says, and not sent again.';

/** Describes a list of records. */
export const ApiList = (resource: Pick<Resource, 'name'>, filters: Parameters = [], more: Partial<Operation> = {}) =>
  Api({
    ...about(resource, `list${resource.name}s`, `List ${nounOf(resource)}s`),
    description: 'Page by page in the order of creation, oldest first.',
    ...more,
    parameters: [...(more.parameters ?? []), ...PAGING, ...filters, 'IfNoneMatch'],
    answers: {
      200: { description: 'The page.', headers: ['ETag', 'Link'], content: { model: `${resource.name}${PAGE}` } },
      304: { description: NOT_MODIFIED, headers: ['ETag', 'Link'] },
      ...more.answers,
    },
  });

/** Describes the reading of one record. */
export const ApiGet = (resource: Resource, more: Partial<Operation> = {}) =>
  Api({
    ...about(resource, `get${resource.name}`, `Get a ${nounOf(resource)}`),
    description: `Answers one ${nounOf(resource)}, with the ETag of its state.`,
    parameters: [idOf(resource), 'IfNoneMatch'],
    answers: {
      200: { description: `The ${nounOf(resource)}.`, headers: ['ETag'], content: recordOf(resource) },
      304: { description: NOT_MODIFIED, headers: ['ETag'] },
      404: absence(resource),
    },
    ...more,
  });

/** Describes a creation. */
export const ApiCreate = (resource: Resource, more: Partial<Operation> = {}) =>
  Api({
    ...about(resource, `create${resource.name}`, `Create a ${nounOf(resource)}`),
    description: resource.rules ?? '',
    parameters: ['IdempotencyKey'],
    body: { model: `Create${resource.name}Request` },
    answers: {
      201: {
        description: `The ${nounOf(resource)} that was made.`,
        headers: ['ETag', 'Location', 'Idempotency-Replayed'],
        content: recordOf(resource),
      },
      409: failureAnswerOf('It contradicts what there is.', {
        id_taken: `${resource.name} with ID ${resource.id} already exists`,
        ...(resource.conflicts?.create === undefined ? {} : { taken: resource.conflicts.create }),
        key_used: 'Idempotency-Key was used with another body',
      }),
    },
    ...more,
  });

/** Describes a change. */
export const ApiUpdate = (resource: Resource) =>
  Api({
    ...about(resource, `update${resource.name}`, `Change a ${nounOf(resource)}`),
    description: resource.patchRules ?? '',
    parameters: [idOf(resource), 'IfMatch'],
    body: { model: `Update${resource.name}Request`, mediaTypes: PATCH_TYPES },
    answers: {
      200: { description: `The ${nounOf(resource)} after the change.`, headers: ['ETag'], content: recordOf(resource) },
      404: absence(resource),
    },
  });

/** Describes a deletion. */
export const ApiDelete = (resource: Resource, more: Partial<Operation> = {}) =>
  Api({
    ...about(resource, `delete${resource.name}`, `Delete a ${nounOf(resource)}`),
    description: `Deletes one ${nounOf(resource)} for good.`,
    parameters: [idOf(resource, resource.unusedId), 'IfMatch'],
    answers: {
      200: { description: 'It was deleted.', content: sentenceOf(`${resource.name} deleted successfully`) },
      404: absence(resource),
      ...(resource.conflicts?.delete === undefined
        ? {}
        : { 409: failureAnswerOf('It is still used.', { used: resource.conflicts.delete }) }),
    },
    ...more,
  });

/** The record in the envelope. */
export const recordOf = ({ name }: Pick<Resource, 'name'>): Content => ({ model: `${name}${RECORD}` });

/** A sentence in the envelope. */
export const sentenceOf = (sentence: string): Content => ({
  model: 'SentenceAnswer',
  examples: { done: sentenceExample(sentence) },
});

/** The parameter of the path that names the record. */
export const idOf = (resource: Resource, id = resource.id): JsonSchema =>
  idParameter(
    `${nounOf(resource).replaceAll(' ', '_')}_id`,
    nounOf(resource),
    resource.isIdGiven === true ? undefined : id,
  );

/** The answer where there is no such record. */
export const absence = (resource: Resource): AnswerDescription =>
  failureAnswerOf(`There is no such ${nounOf(resource)}.`, { absent: resource.absent });

/** A failure with messages of its own. */
export const failureAnswerOf = (
  description: string,
  messages: Readonly<Record<string, string>>,
): AnswerDescription => ({
  description,
  content: {
    model: 'Failure',
    examples: Object.fromEntries(
      Object.entries(messages).map(([name, message]) => [name, failureExample(message, message)]),
    ),
  },
});

const about = (resource: Pick<Resource, 'name'>, id: string, summary: string) => ({
  id,
  tag: `${spoken(resource)}s`,
  summary,
});

/** `AuditEvent` as `audit event`. */
const nounOf = (resource: Pick<Resource, 'name'>): string => spoken(resource).toLowerCase();

/** `AuditEvent` as `Audit event`. */
const spoken = ({ name }: Pick<Resource, 'name'>): string =>
  name.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
