import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Schema = Readonly<Record<string, unknown>>;

/** A parameter outside of the path. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

/** One thing that can be asked for, as the description of the API says it. */
export interface Operation {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly types: readonly string[]; readonly schema: Schema; readonly examples: readonly unknown[] };
  /** Where in the document the answer of each status is described. */
  readonly answers: ReadonlyMap<number, string>;
}

interface Content {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** The description of the API (OpenAPI 3.1) that is committed in the repository. */
export class Description {
  readonly document: Schema;
  readonly operations: readonly Operation[];

  constructor(file = resolve(__dirname, '../../openapi.json')) {
    this.document = JSON.parse(readFileSync(file, 'utf8')) as Schema;
    this.operations = Object.entries(this.document.paths as Record<string, Record<string, Schema>>).flatMap(
      ([path, methods]) => Object.entries(methods).map(([method, operation]) => this.read(method, path, operation)),
    );
  }

  /** What a value says, or what it refers to. */
  resolve(value: unknown): Schema {
    const reference = (value as Schema).$ref;
    return typeof reference === 'string' ? this.resolve(this.at(reference)) : (value as Schema);
  }

  /** What stands at a pointer that starts with `#`. */
  at(pointer: string): unknown {
    const names = pointer.split('/').slice(1);
    return names.reduce<unknown>(
      (value, name) => (value as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      this.document,
    );
  }

  private read(method: string, path: string, operation: Schema): Operation {
    const parameters = (operation.parameters as readonly unknown[] | undefined) ?? [];
    const answers = Object.entries(operation.responses as Record<string, Schema>);
    const here = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses`;
    const requestBody = operation.requestBody as { readonly content: Record<string, Content> } | undefined;
    const [content] = Object.values(requestBody?.content ?? {});
    return {
      method: method.toUpperCase(),
      path,
      parameters: parameters
        .map((parameter) => this.resolve(parameter) as unknown as Parameter)
        .filter((parameter) => parameter.in !== 'path'),
      ...(requestBody && content
        ? {
            body: {
              types: Object.keys(requestBody.content),
              schema: content.schema,
              examples: Object.values(content.examples ?? {}).map(({ value }) => value),
            },
          }
        : {}),
      answers: new Map(
        answers.map(([status, answer]) => [
          Number(status),
          typeof answer.$ref === 'string' ? answer.$ref : `${here}/${status}`,
        ]),
      ),
    };
  }
}
