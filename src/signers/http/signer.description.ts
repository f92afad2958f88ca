import type { Example } from '../../http/openapi/operation';
import { objectSchema, type Parts, pascalCase, variantSchema } from '../../http/openapi/parts';
import { describeResource } from '../../http/openapi/resource';
import type { JsonSchema } from '../../kernel/declarations';
import { SignerKinds } from '../domain/kinds';
import type { SignerKind } from '../domain/kinds/signer-kind';
import { Signer } from '../domain/signer';
import { SignerDraft } from '../domain/signer.fields';

const ID = 'local-signer';

/** The descriptions of the operations on signers, which are never changed: delete and create. */
export const describeSigners = describeResource({
  name: 'Signer',
  id: ID,
  absent: `Signer with ID ${ID} not found`,
  shown: (parts) => ({
    schema: parts.schema(
      'Signer',
      byType(parts, shownSchema, ({ type }) => [type]),
    ),
    examples: examplesOf(parts, shownExample),
  }),
  given: (parts) => ({
    schema: parts.schema('CreateSignerRequest', byType(parts, givenSchema, typesGiven)),
    examples: examplesOf(parts, givenExample),
  }),
  rules:
    'The secret fields of the configuration are sealed where they are stored, and no answer shows them. A signer is not changed: delete it and create another one.',
  conflicts: { delete: `Signer ${ID} is used by relayers: sepolia-relayer, mainnet-relayer` },
});

const byType = (
  parts: Parts,
  schemaOf: (parts: Parts, kind: SignerKind) => JsonSchema,
  valuesOf: (kind: SignerKind) => readonly string[],
): JsonSchema =>
  variantSchema(
    'type',
    parts.variants(SignerKinds).map((kind) => ({ schema: schemaOf(parts, kind), values: valuesOf(kind) })),
  );

const typesGiven = ({ type, aliases = [] }: SignerKind): readonly string[] => [type, ...aliases];

const nameOf = ({ type }: SignerKind): string => `${pascalCase(type)}Signer`;

function shownSchema(parts: Parts, kind: SignerKind): JsonSchema {
  const { id, type } = parts.properties(SignerDraft, 'shown');
  const properties = {
    id: { ...id, description: 'Its identifier.' },
    type: { ...type, const: kind.type, examples: [kind.type] },
    config: {
      ...parts.shape(kind.config, 'shown', `${nameOf(kind)}Config`),
      description: 'What the type needs to reach the key, without its secrets.',
    },
  };
  return parts.schema(nameOf(kind), objectSchema(properties, undefined, `A signer: ${kind.title}.`));
}

function givenSchema(parts: Parts, kind: SignerKind): JsonSchema {
  const fields = parts.properties(SignerDraft, 'given');
  const properties = {
    ...fields,
    type: { ...fields.type, enum: typesGiven(kind), examples: [kind.type] },
    config: {
      ...parts.shape(kind.config, 'given', `${nameOf(kind)}Config`),
      description: String(fields.config?.description),
    },
  };
  return parts.schema(
    `${nameOf(kind)}Request`,
    objectSchema(properties, ['type', 'config'], `A signer that is to be made: ${kind.title}.`),
  );
}

type Show = (kind: SignerKind, config: Readonly<Record<string, unknown>>) => unknown;

const examplesOf = (parts: Parts, show: Show): Record<string, Example> =>
  Object.fromEntries(
    parts.variants(SignerKinds).flatMap((kind) => {
      const [config] = kind.examples.good;
      return config ? [[kind.type, { summary: kind.title, value: show(kind, config) }]] : [];
    }),
  );

const idOf = ({ type }: SignerKind): string => `${type.replaceAll('_', '-')}-signer`;

const givenExample: Show = (kind, config) => ({ id: idOf(kind), type: kind.type, config });

/** What the domain itself shows of what is given. */
const shownExample: Show = (kind, config) => Signer.create({ id: idOf(kind), type: kind.type, config }, kind).document;
