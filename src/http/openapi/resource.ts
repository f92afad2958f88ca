import { recordContent, sentenceContent } from './envelopes';
import type { Content, DescribeOperation } from './operation';
import { parameter } from './parameters';
import type { Parts } from './parts';
import { about, absence, describeGet, describeList, failureOf, idOf, nounOf, type Readable } from './reading';

/** What the descriptions of a resource's operations differ in. */
export interface Resource extends Readable {
  /** What a creation gives. */
  readonly given: (parts: Parts) => Content;
  /** What a change gives, and rules that the schema does not tell. */
  readonly patch?: { readonly rules: string; readonly content: (parts: Parts) => Content };
  /** Rules of a creation that the schema does not tell. */
  readonly rules: string;
  /** Messages of conflicts beside those of every creation. */
  readonly conflicts: { readonly create?: string; readonly delete?: string };
}

type OperationName = 'list' | 'get' | 'create' | 'patch' | 'delete';

const PATCH_TYPES = ['application/json', 'application/merge-patch+json'];

/** Describes the operations that every resource has. */
export function describeResource(resource: Resource): Record<OperationName, DescribeOperation> {
  const { name, id, rules, conflicts, patch } = resource;
  const noun = nounOf(name);
  const record = (parts: Parts): Content => recordContent(parts, name, resource.shown(parts));

  return {
    list: describeList(resource),
    get: describeGet(resource),
    create: (parts) => ({
      ...about(name, `create${name}`, `Create a ${noun}`, rules),
      parameters: [parameter('IdempotencyKey')],
      body: resource.given(parts),
      answers: {
        201: {
          description: `The ${noun} that was made.`,
          headers: ['ETag', 'Location', 'Idempotency-Replayed'],
          content: record(parts),
        },
        409: failureOf(parts, 'It contradicts what there is.', {
          id_taken: `${name} with ID ${id} already exists`,
          ...(conflicts.create === undefined ? {} : { taken: conflicts.create }),
          key_used: 'Idempotency-Key was used with another body',
        }),
      },
    }),
    patch: (parts) => ({
      ...about(name, `update${name}`, `Change a ${noun}`, patch?.rules ?? ''),
      parameters: [idOf(resource), parameter('IfMatch')],
      ...(patch && { body: { ...patch.content(parts), mediaTypes: PATCH_TYPES } }),
      answers: {
        200: { description: `The ${noun} after the change.`, headers: ['ETag'], content: record(parts) },
        404: absence(parts, resource),
      },
    }),
    delete: (parts) => ({
      ...about(name, `delete${name}`, `Delete a ${noun}`, `Deletes one ${noun} for good.`),
      parameters: [idOf(resource), parameter('IfMatch')],
      answers: {
        200: { description: 'It was deleted.', content: sentenceContent(parts, `${name} deleted successfully`) },
        404: absence(parts, resource),
        ...(conflicts.delete === undefined
          ? {}
          : { 409: failureOf(parts, 'It is still used.', { used: conflicts.delete }) }),
      },
    }),
  };
}
