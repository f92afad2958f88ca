import { Injectable } from '@nestjs/common';
import { ProvidesSchemas, type SchemaProvider } from '../../http/openapi/schema-provider';
import { type ApiSchemas, objectSchema } from '../../http/openapi/api-schemas';
import type { JsonSchema } from '../../kernel/declarations';
import type { PlainObject } from '../../kernel/merge-patch';
import { RECORD_KINDS } from '../domain/records';
import type { RecordKind } from '../domain/records/record-kind';
import { relayerRecords as relayer } from '../domain/records/relayer.records';
import { signerRecords as signer } from '../domain/records/signer.records';
import { CHANGE, DIGEST, WARNING } from './configuration.examples';

const text = (description: string, example: string): JsonSchema => ({
  type: 'string',
  description,
  examples: [example],
});
const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description, examples: [1] });
const anyValue = (description: string): JsonSchema => ({ description });

const list = (description: string, example: object): JsonSchema => ({
  type: 'array',
  items: { type: 'object', additionalProperties: true },
  description,
  examples: [[example]],
});

const sections = (exampleOf: (kind: RecordKind) => PlainObject): Record<string, JsonSchema> =>
  Object.fromEntries(RECORD_KINDS.map((kind) => [kind.section, list(kind.summary, exampleOf(kind))]));

/** Those that every export has. */
const EXPORTED_SECTIONS = RECORD_KINDS.filter(({ mayBeEmpty }) => mayBeEmpty).map(({ section }) => section);

/** What a request may have: records are told apart, and what else is in them is for the findings to say. */
const sectionsGiven = (): Record<string, JsonSchema> =>
  Object.fromEntries(RECORD_KINDS.map((kind) => [kind.section, listGiven(kind)]));

function listGiven({ summary, example, toldApartBy, noneIs, mayBeEmpty }: RecordKind): JsonSchema {
  const { description, examples, ...any } = list(summary, example);
  const properties = toldApartBy.map((name) => [name, text('Tells it apart from others.', String(example[name]))]);
  const items = { type: 'object', properties: Object.fromEntries(properties) as object, required: toldApartBy };
  const given = { ...any, items: { ...items, additionalProperties: true }, ...(!mayBeEmpty && { minItems: 1 }) };
  return { ...(noneIs.length > 0 ? { anyOf: [given, { enum: noneIs }] } : given), description, examples };
}

/** The schemas of whole configurations. */
@Injectable()
@ProvidesSchemas()
export class ConfigurationModels implements SchemaProvider {
  defineSchemas(schemas: ApiSchemas): void {
    const examples = {
      whole: { summary: 'A signer and its relayer', value: { signers: [signer.example], relayers: [relayer.example] } },
      part: { summary: 'A relayer, whose signer is stored', value: { relayers: [relayer.example] } },
    };
    // An unknown section is ignored, with a warning.
    const given = {
      ...objectSchema(sectionsGiven(), [], 'A configuration; a section that is absent is left alone.'),
      additionalProperties: true,
    };
    const request = schemas.define('ConfigurationRequest', given, examples);
    const anything = { description: 'Anything else, of which the findings say what is wrong.' };
    schemas.define('ConfigurationToValidate', { anyOf: [request, anything] }, examples);
    const findings = findingsOf(schemas);
    stateExport(schemas, findings);
    schemas.define('ConfigurationVerdict', verdict(findings), {
      warned: { summary: 'Valid, with a warning', value: { valid: true, findings: [WARNING] } },
    });
    const plan = schemas.define('ConfigurationPlan', planSchema(schemas, findings));
    for (const [name, applied] of [
      ['ConfigurationDiff', false],
      ['ConfigurationApplied', true],
    ] as const) {
      const value = { changes: [CHANGE], unchanged: 1, extra: 0, skipped: 0, digest: DIGEST, applied, warnings: [] };
      schemas.define(name, plan, { update: { summary: 'One relayer changes', value } });
    }
  }
}

function stateExport(schemas: ApiSchemas, findings: JsonSchema): void {
  const whole = schemas.define(
    'Configuration',
    objectSchema(
      sections(({ example, exportedExample = example }) => exportedExample),
      EXPORTED_SECTIONS,
      'A whole configuration.',
    ),
  );
  const properties = {
    configuration: { ...whole, description: 'Everything, by id within each section.' },
    variables: {
      type: 'array',
      items: { type: 'string' },
      description: 'The variables that hold its secrets where it is used.',
      examples: [['SIGNER_LOCAL_SIGNER_KEY']],
    },
  };
  const shown = {
    ...properties,
    warnings: { ...findings, description: 'What the system that it is for cannot hold.' },
  };
  const needed = ['configuration', 'variables'];
  schemas.define('ConfigurationExport', objectSchema(shown, needed, 'What is stored, without secrets.'), {
    export: {
      summary: 'A signer and its relayer',
      value: {
        configuration: {
          ...Object.fromEntries(EXPORTED_SECTIONS.map((section) => [section, []])),
          relayers: [relayer.example],
          signers: [signer.exportedExample],
        },
        variables: ['SIGNER_LOCAL_SIGNER_KEY'],
      },
    },
  });
}

function findingsOf(schemas: ApiSchemas): JsonSchema {
  const finding = objectSchema(
    {
      severity: { ...text('Whether it keeps the file from being used.', 'warning'), enum: ['error', 'warning'] },
      path: text('Of the member; empty for the file as a whole.', WARNING.path),
      line: count('Line of the body, from 1.'),
      column: count('Column in that line, from 1.'),
      message: text('What is wrong.', WARNING.message),
      hint: text('How to mend it.', 'did you mean name?'),
    },
    ['severity', 'path', 'message'],
    'One thing to know about a configuration.',
  );
  return { type: 'array', items: schemas.define('Finding', finding), examples: [[WARNING]] };
}

const verdict = (findings: JsonSchema): JsonSchema =>
  objectSchema(
    {
      valid: { type: 'boolean', description: 'Whether there is no error.', examples: [true] },
      findings: { ...findings, description: 'Errors and warnings, in the order of the body.' },
    },
    undefined,
    'What was found in a configuration.',
  );

const field = objectSchema(
  {
    path: text('Of the field.', 'policies.min_balance'),
    secret: {
      enum: [true, 'not compared'],
      description: 'No answer has its values; a token that may change nothing does not learn whether they differ.',
      examples: [true],
    },
    before: anyValue('What it was; absent where it was not set.'),
    after: anyValue('What it is; absent where it is not set any more.'),
  },
  ['path'],
  'A field that changes.',
);

function planSchema(schemas: ApiSchemas, findings: JsonSchema): JsonSchema {
  const properties = {
    action: { ...text('What becomes of it.', 'update'), enum: ['create', 'update', 'delete'] },
    resource: text('Its kind.', 'relayer'),
    id: text('Its identifier.', relayer.example.id),
    fields: {
      type: 'array',
      items: schemas.define('ConfigurationFieldChange', field),
      description: 'The fields that change.',
      examples: [CHANGE.fields],
    },
  };
  const change = schemas.define(
    'ConfigurationChange',
    objectSchema(properties, ['action', 'resource', 'id'], 'A record that changes.'),
  );
  return objectSchema(
    {
      changes: { type: 'array', items: change, description: 'The records that change.', examples: [[CHANGE]] },
      unchanged: count('How many records are as the file has them.'),
      extra: count('How many records are not in the file, and stay.'),
      skipped: count('How many records were left alone.'),
      digest: text('Of what changes and of the states that it changes: `apply` takes it as a condition.', DIGEST),
      applied: { type: 'boolean', description: 'Whether it was done.', examples: [true] },
      warnings: { ...findings, description: 'Warnings of the file.' },
    },
    undefined,
    'What makes the store equal to a configuration.',
  );
}
