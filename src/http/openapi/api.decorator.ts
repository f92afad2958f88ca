import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { headersOf } from './headers';
import type { JsonSchema } from '../../kernel/declarations';
import type { parameters } from './parameters';

/** A value to show, with a line about it. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** A schema under its name, with examples of it. */
export interface ApiModel {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, Example>>;
}

/** A body: the name of its schema, or the schema itself with examples; examples of a named schema come from its model. */
export interface Content {
  readonly model?: string;
  readonly schema?: JsonSchema;
  readonly examples?: Readonly<Record<string, Example>>;
  /** JSON where nothing is said. */
  readonly mediaTypes?: readonly string[];
}

/** An answer: when it is given, and with what. */
export interface AnswerDescription {
  readonly description: string;
  /** Names of the headers that it has beside those of every answer. */
  readonly headers?: readonly string[];
  readonly content?: Content;
}

/** What a route says of itself beside what its other decorators say. */
export interface Operation {
  /** Clients are generated with it: it never changes. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The shared parameters that it takes, and those of its own. */
  readonly parameters?: readonly (keyof typeof parameters | JsonSchema)[];
  readonly body?: Content;
  /** By status; the failures that every route of the API shares are added. */
  readonly answers: Readonly<Record<number, AnswerDescription>>;
}

const OPERATION = 'openapi:operation';

/** Describes a route in the API description, by the decorators of `@nestjs/swagger`. */
export const Api = (operation: Operation): MethodDecorator => {
  const { id, tag, summary, description, body, answers } = operation;
  return applyDecorators(
    SetMetadata(OPERATION, operation),
    ApiTags(tag),
    ApiOperation({ operationId: id, summary, description }),
    ...(body ? [ApiConsumes(...(body.mediaTypes ?? ['application/json'])), ApiBody(bodyOf(body))] : []),
    ...Object.entries(answers).map(([status, answer]) => ApiResponse({ status: Number(status), ...answerOf(answer) })),
  );
};

/** What {@link Api} said of a route. */
export const operationOf = (handler: object): Operation | undefined =>
  Reflect.getMetadata(OPERATION, handler) as Operation | undefined;

const schemaOf = ({ model, schema }: Content): JsonSchema => schema ?? { $ref: getSchemaPath(model ?? '') };

const bodyOf = (body: Content): Parameters<typeof ApiBody>[0] => ({
  required: true,
  schema: schemaOf(body),
  ...(body.examples && { examples: body.examples }),
});

const answerOf = ({ description, headers = [], content }: AnswerDescription) => ({
  description,
  headers: headersOf(headers) as Record<string, never>,
  ...(content && { content: contentOf(content) }),
});

const contentOf = (content: Content) =>
  Object.fromEntries(
    (content.mediaTypes ?? ['application/json']).map((type) => [
      type,
      { schema: schemaOf(content), ...(content.examples && { examples: content.examples }) },
    ]),
  );
