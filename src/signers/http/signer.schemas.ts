import { Injectable } from '@nestjs/common';
import type { Example } from '../../http/openapi/api.decorator';
import { ProvidesSchemas, type SchemaProvider } from '../../http/openapi/schema-provider';
import { type ApiSchemas, objectSchema, pascalCase, variantSchema } from '../../http/openapi/api-schemas';
import type { JsonSchema } from '../../kernel/declarations';
import { validate } from '../../kernel/validation';
import { SignerKinds } from '../domain/kinds';
import type { SignerKind } from '../domain/kinds/signer-kind';
import { Signer } from '../domain/signer';
import { SignerDraft } from '../domain/signer.fields';

type Fields = Readonly<Record<string, JsonSchema>>;
type ValueOf = (kind: SignerKind, config: Readonly<Record<string, unknown>>) => unknown;

/** The schemas of signers, with a branch for each kind that is registered. */
@Injectable()
@ProvidesSchemas()
export class SignerModels implements SchemaProvider {
  constructor(private readonly kinds: SignerKinds) {}

  defineSchemas(schemas: ApiSchemas): void {
    const answered = schemas.fields(SignerDraft, 'answered');
    const given = schemas.fields(SignerDraft, 'given');
    const signer = this.byType(
      (kind) => answer(schemas, kind, answered),
      ({ type }) => [type],
    );
    const request = this.byType((kind) => creation(schemas, kind, given), typesGiven);
    schemas.define('Signer', signer, this.examples(answeredExample(this.kinds)));
    schemas.define('CreateSignerRequest', request, this.examples(givenExample));
  }

  private byType(
    schemaOf: (kind: SignerKind) => JsonSchema,
    valuesOf: (kind: SignerKind) => readonly string[],
  ): JsonSchema {
    return variantSchema(
      'type',
      this.kinds.all().map((kind) => ({ schema: schemaOf(kind), values: valuesOf(kind) })),
    );
  }

  private examples(valueOf: ValueOf): Readonly<Record<string, Example>> {
    const shown = this.kinds.all().flatMap((kind) => {
      const [config] = kind.examples.good;
      return config ? [[kind.type, { summary: kind.title, value: valueOf(kind, config) }] as const] : [];
    });
    return Object.fromEntries(shown);
  }
}

const typesGiven = ({ type, aliases = [] }: SignerKind): readonly string[] => [type, ...aliases];

const nameOf = ({ type }: SignerKind): string => `${pascalCase(type)}Signer`;

function answer(schemas: ApiSchemas, kind: SignerKind, { id, type }: Fields): JsonSchema {
  const properties = {
    id: { ...id, description: 'Its identifier.' },
    type: { ...type, const: kind.type, examples: [kind.type] },
    config: {
      ...schemas.of(kind.config, 'answered', `${nameOf(kind)}Config`),
      description: 'What the type needs to reach the key, without its secrets.',
    },
  };
  return schemas.define(nameOf(kind), objectSchema(properties, undefined, `A signer: ${kind.title}.`));
}

function creation(schemas: ApiSchemas, kind: SignerKind, fields: Fields): JsonSchema {
  const properties = {
    ...fields,
    type: { ...fields.type, enum: typesGiven(kind), examples: [kind.type] },
    config: {
      ...schemas.of(kind.config, 'given', `${nameOf(kind)}Config`),
      description: fields.config?.description,
    },
  };
  return schemas.define(
    `${nameOf(kind)}Request`,
    objectSchema(properties, ['type', 'config'], `A signer that is to be made: ${kind.title}.`),
  );
}

const idOf = ({ type }: SignerKind): string => `my-${type.replaceAll('_', '-')}-signer`;

const givenExample: ValueOf = (kind, config) => ({ id: idOf(kind), type: kind.type, config });

/** What the domain itself answers of what is given. */
const answeredExample =
  (kinds: SignerKinds): ValueOf =>
  (kind, config) =>
    Signer.create(validate(SignerDraft, givenExample(kind, config)), kinds).document;
