import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { parseExact } from '../../src/kernel/exact-json';
import { root } from './built-service';
import type { Reply } from './open-app';

export type Json = Readonly<Record<string, unknown>>;

interface Content {
  readonly schema: Json;
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

export interface DocumentedAnswer {
  readonly description: string;
  readonly headers?: Json;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Json[];
  readonly parameters: readonly Json[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Json>>;
}

/** What a request differs in from a plain one. */
export interface DocumentedRequest {
  /** The identifier in the path. */
  readonly name?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Headers that say nothing of the operation, but of the connection, the body or its caching. */
const PLAIN_HEADERS =
  'cache-control x-content-type-options connection content-length content-type date keep-alive transfer-encoding'.split(
    ' ',
  );

/** An operation, and where it is in the document. */
export interface Place {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly operation: DocumentedOperation;
}

const DEFINITIONS = 'api';

export const committedText = readFileSync(join(root, 'openapi.json'), 'utf8');

/** An OpenAPI document, with a validate of JSON Schema (draft 2020-12) for what it describes. */
export class ApiDocument {
  readonly json: Json;
  private readonly ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });

  constructor(readonly text: string) {
    this.json = validatable(parseExact(text)) as Json;
    this.ajv.addFormat('date-time', (value) => !Number.isNaN(Date.parse(value)));
    this.ajv.addFormat('uri', (value) => URL.canParse(value));
    // A hint for generators: the schemas that it chooses from exclude each other without it.
    this.ajv.addKeyword('discriminator');
    const { schemas } = this.json.components as Json;
    this.ajv.addSchema({ $defs: absolute(schemas) }, DEFINITIONS);
  }

  get operations(): Place[] {
    const paths = this.json.paths as Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method,
        path,
        pointer: `/paths/${escaped(path)}/${method}`,
        operation,
      })),
    );
  }

  /** What webhooks are sent, a request for each payload type. */
  get webhooks(): Place[] {
    const webhooks = this.json.webhooks as Readonly<Record<string, { readonly post: DocumentedOperation }>>;
    return Object.entries(webhooks).map(([name, { post }]) => ({
      method: 'post',
      path: name,
      pointer: `/webhooks/${name}/post`,
      operation: post,
    }));
  }

  operation(id: string): Place {
    const found = this.operations.find(({ operation }) => operation.operationId === id);
    if (!found) throw new Error(`There is no operation ${id}`);
    return found;
  }

  /** What stands at a place, references followed. */
  at(pointer: string): Json {
    const found = pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((value, name) => (value as Json)[name.replaceAll('~1', '/').replaceAll('~0', '~')], this.json);
    return this.resolve(found as Json);
  }

  resolve(value: Json): Json {
    return typeof value.$ref === 'string' ? { ...this.at(value.$ref.slice(1)), ...siblings(value) } : value;
  }

  answer({ operation }: Place, status: number): DocumentedAnswer {
    const answer = operation.responses[String(status)];
    if (!answer) throw new Error(`${operation.operationId} has no answer ${String(status)}`);
    return this.resolve(answer) as unknown as DocumentedAnswer;
  }

  /** Validates by a schema of the document; a bigint is validated as the nearest number. */
  validate(schema: Json): ValidateFunction {
    return this.ajv.compile(absolute(schema) as Json);
  }

  /** What is not as it is documented of an answer: header fields, the content type, the body. */
  answerFaults(place: Place, { status, headers, text }: Pick<Reply, 'status' | 'headers' | 'text'>): string[] {
    const answer = this.answer(place, status);
    const documented = Object.keys(answer.headers ?? {}).map((name) => name.toLowerCase());
    const strange = [...headers.keys()].filter((name) => !PLAIN_HEADERS.includes(name) && !documented.includes(name));
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    if (!answer.content) return [...strange, ...(text === '' ? [] : ['a body that is not documented'])];
    const content = answer.content[type];
    if (!content) return [...strange, `the content type ${type}`];
    return [...strange, ...this.faults(content.schema, type === 'text/plain' ? text : parseExact(text))];
  }

  /** What is wrong with a value by a schema of the document, in a line each. */
  faults(schema: Json, value: unknown): string[] {
    const validate = this.validate(schema);
    if (validate(validatable(value))) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${String(message)}`);
  }
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const siblings = (value: Json): Json => Object.fromEntries(Object.entries(value).filter(([name]) => name !== '$ref'));

/** A schema taken out of the document, so that the validate sees nothing but schemas. */
const absolute = (value: unknown): unknown =>
  mapJson(value, (name, member) =>
    name === '$ref' ? String(member).replace('#/components/schemas/', `${DEFINITIONS}#/$defs/`) : member,
  );

/** The validate knows no bigints. */
const validatable = (value: unknown): unknown =>
  mapJson(value, (_, member) => (typeof member === 'bigint' ? Number(member) : member));

function mapJson(value: unknown, change: (name: string, member: unknown) => unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => mapJson(item, change));
  if (typeof value !== 'object' || value === null) return change(name, value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapJson(member, change, key)]));
}

/** Every object and list in a JSON value, with the place where it stands. */
export function* walk(value: unknown, pointer = ''): Generator<readonly [pointer: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return;
  yield [pointer, value as Json];
  for (const [name, member] of Object.entries(value)) yield* walk(member, `${pointer}/${escaped(name)}`);
}
