import type { JsonSchema } from '../../kernel/declarations';
import { pageContent, recordContent } from './envelopes';
import { failureExample, failureSchema } from './failures';
import type { AnswerDescription, Content, DescribeOperation, Operation } from './operation';
import { idParameter, parameter } from './parameters';
import type { Parts } from './parts';

/** What can be listed. */
export interface Listed {
  /** `AuditEvent`: what one record is called in the names of schemas and operations. */
  readonly name: string;
  /** A record as answers show it. */
  readonly shown: (parts: Parts) => Content;
  /** Query parameters of the list beside those of every list. */
  readonly filters?: readonly JsonSchema[];
}

/** What can be read one by one. */
export interface Readable extends Listed {
  /** An identifier to show. */
  readonly id: string;
  /** The message where there is no such record. */
  readonly absent: string;
}

const PAGING = [parameter('Page'), parameter('PerPage'), parameter('After')];

const NOT_MODIFIED: AnswerDescription = {
  description: 'It is as If-None-Match says, and not sent again.',
  headers: ['ETag'],
};

/** Describes a list. */
export const describeList =
  ({ name, shown, filters = [] }: Listed): DescribeOperation =>
  (parts) => ({
    ...about(name, `list${name}s`, `List ${nounOf(name)}s`, 'Page by page in the order of creation, oldest first.'),
    parameters: [...PAGING, ...filters, parameter('IfNoneMatch')],
    answers: {
      200: { description: 'The page.', headers: ['ETag', 'Link'], content: pageContent(parts, name, shown(parts)) },
      304: { ...NOT_MODIFIED, headers: ['ETag', 'Link'] },
    },
  });

/** Describes the reading of one record. */
export const describeGet =
  (record: Readable): DescribeOperation =>
  (parts) => ({
    ...about(
      record.name,
      `get${record.name}`,
      `Get a ${nounOf(record.name)}`,
      `Answers one ${nounOf(record.name)}, with the ETag of its state.`,
    ),
    parameters: [idOf(record), parameter('IfNoneMatch')],
    answers: {
      200: {
        description: `The ${nounOf(record.name)}.`,
        headers: ['ETag'],
        content: recordContent(parts, record.name, record.shown(parts)),
      },
      304: NOT_MODIFIED,
      404: absence(parts, record),
    },
  });

/** What is told of every operation on a kind of record. */
export const about = (
  name: string,
  id: string,
  summary: string,
  description: string,
): Pick<Operation, 'id' | 'tag' | 'summary' | 'description'> => ({
  id,
  tag: `${spoken(name)}s`,
  summary,
  description,
});

/** The parameter of the path that names the record. */
export const idOf = ({ name, id }: Readable): JsonSchema =>
  idParameter(`${nounOf(name).replaceAll(' ', '_')}_id`, nounOf(name), id);

/** The answer where there is no such record. */
export const absence = (parts: Parts, { name, absent }: Readable): AnswerDescription =>
  failureOf(parts, `There is no such ${nounOf(name)}.`, { absent });

/** A failure with messages of its own. */
export const failureOf = (
  parts: Parts,
  description: string,
  messages: Readonly<Record<string, string>>,
): AnswerDescription => ({
  description,
  content: {
    schema: failureSchema(parts),
    examples: Object.fromEntries(
      Object.entries(messages).map(([name, message]) => [name, failureExample(message, message)]),
    ),
  },
});

/** `AuditEvent` as `audit event`. */
export const nounOf = (name: string): string => spoken(name).toLowerCase();

/** `AuditEvent` as `Audit event`. */
const spoken = (name: string): string => name.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
