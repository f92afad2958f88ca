import { SetMetadata } from '@nestjs/common';
import type { JsonSchema } from '../../kernel/declarations';
import type { Parts } from './parts';

/** A value to show, with a line about it. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** A body: its schema, and examples by a name of their own. */
export interface Content {
  readonly schema: JsonSchema;
  readonly examples: Readonly<Record<string, Example>>;
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

/** What is said of a route beside what its other decorators and the pipeline say. */
export interface Operation {
  /** Clients are generated with it: it never changes. */
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Those that are in the path included; the request id excluded, which every route takes. */
  readonly parameters?: readonly JsonSchema[];
  readonly body?: Content;
  /** By status; the failures that every route of the API shares are added. */
  readonly answers: Readonly<Record<number, AnswerDescription>>;
}

export type DescribeOperation = (parts: Parts) => Operation;

const DESCRIPTION = 'openapi:operation';

/** Describes a route in the API description; without it, the route is not part of that. */
export const Describes = (describe: DescribeOperation): MethodDecorator => SetMetadata(DESCRIPTION, describe);

/** What {@link Describes} said of a route. */
export const descriptionOf = (handler: object): DescribeOperation | undefined =>
  Reflect.getMetadata(DESCRIPTION, handler) as DescribeOperation | undefined;
