import { flagParameter, textParameter } from '../../http/openapi/parameters';
import type { Content, DescribeOperation, Operation } from '../../http/openapi/operation';
import { recordContent } from '../../http/openapi/envelopes';
import { objectSchema, type Parts } from '../../http/openapi/parts';
import { failureOf } from '../../http/openapi/reading';
import type { JsonSchema } from '../../kernel/declarations';
import { CHANGE, DIGEST, EXPORTED, HOOK, NETWORK, RELAYER, SIGNER, WARNING } from './configuration.examples';

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

const sections = (signer: object): Record<string, JsonSchema> => ({
  relayers: list('Relayers, as the OpenZeppelin Relayer has them in its file.', RELAYER),
  signers: list('Signers, their secrets as references.', signer),
  notifications: list('Notifications, their signing keys as references.', HOOK),
  networks: list('Networks, kept as they are.', NETWORK),
  plugins: list('Plugins, kept as they are.', { id: 'quote', path: 'quote.ts' }),
});

const given = (parts: Parts): Content => ({
  schema: parts.schema(
    'ConfigurationRequest',
    objectSchema(sections(SIGNER), [], 'A configuration; a section that is absent is left alone.'),
  ),
  examples: {
    whole: { summary: 'A signer and its relayer', value: { signers: [SIGNER], relayers: [RELAYER] } },
    part: { summary: 'A relayer, whose signer is stored', value: { relayers: [RELAYER] } },
  },
});

const findings = (parts: Parts, description: string): JsonSchema => ({
  type: 'array',
  items: parts.schema(
    'Finding',
    objectSchema(
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
    ),
  ),
  description,
  examples: [[WARNING]],
});

const verdict = (parts: Parts): Content =>
  recordContent(parts, 'ConfigurationVerdict', {
    schema: parts.schema(
      'ConfigurationVerdict',
      objectSchema(
        {
          valid: { type: 'boolean', description: 'Whether there is no error.', examples: [true] },
          findings: findings(parts, 'Errors and warnings, in the order of the body.'),
        },
        undefined,
        'What was found in a configuration.',
      ),
    ),
    examples: { warned: { summary: 'Valid, with a warning', value: { valid: true, findings: [WARNING] } } },
  });

const field = objectSchema(
  {
    path: text('Of the field.', 'policies.min_balance'),
    secret: { type: 'boolean', const: true, description: 'Its values are not shown.', examples: [true] },
    before: anyValue('What it was; absent where it was not set.'),
    after: anyValue('What it is; absent where it is not set any more.'),
  },
  ['path'],
  'A field that changes.',
);

function planContent(parts: Parts, name: string, applied: boolean): Content {
  const change = parts.schema(
    'ConfigurationChange',
    objectSchema(
      {
        action: { ...text('What becomes of it.', 'update'), enum: ['create', 'update', 'delete'] },
        resource: text('Its kind.', 'relayer'),
        id: text('Its identifier.', RELAYER.id),
        fields: {
          type: 'array',
          items: parts.schema('ConfigurationFieldChange', field),
          description: 'The fields that change.',
          examples: [CHANGE.fields],
        },
      },
      ['action', 'resource', 'id'],
      'A record that changes.',
    ),
  );
  const schema = objectSchema(
    {
      changes: { type: 'array', items: change, description: 'The records that change.', examples: [[CHANGE]] },
      unchanged: count('How many records are as the file has them.'),
      extra: count('How many records are not in the file, and stay.'),
      skipped: count('How many records were left alone.'),
      digest: text('Of what changes and of the states that it changes: `apply` takes it as a condition.', DIGEST),
      applied: { type: 'boolean', description: 'Whether it was done.', examples: [applied] },
      warnings: findings(parts, 'Warnings of the file.'),
    },
    undefined,
    'What makes the store equal to a configuration.',
  );
  const value = { changes: [CHANGE], unchanged: 1, extra: 0, skipped: 0, digest: DIGEST, applied, warnings: [] };
  return recordContent(parts, name, {
    schema: parts.schema('ConfigurationPlan', schema),
    examples: { update: { summary: 'One relayer changes', value } },
  });
}

const parameters = [
  flagParameter('prune', 'Whether records that are not in the file are deleted, in the sections that it has.'),
  textParameter('on_conflict', 'What becomes of records that are stored already: replace, skip or fail.', 'replace'),
];

const digestParameter = textParameter(
  'digest',
  'The digest of the plan that was agreed to, as `diff` with the same parameters tells it. Where another one would be carried out, nothing is changed (412).',
  DIGEST,
);

const RULES =
  'The body is a configuration of the OpenZeppelin Relayer of up to 16 MiB. Secrets in it are plain references: the service does not read its own environment and files for its callers.';

const about = (
  id: string,
  summary: string,
  description: string,
): Pick<Operation, 'id' | 'tag' | 'summary' | 'description'> => ({
  id,
  tag: 'Configuration',
  summary,
  description,
});

const tooLarge = (parts: Parts): Record<number, ReturnType<typeof failureOf>> => ({
  413: failureOf(parts, 'The body has more than 16 MiB.', { large: 'Bad Request' }),
});

const refused = (parts: Parts): Record<number, ReturnType<typeof failureOf>> => ({
  409: failureOf(parts, 'It contradicts what is stored.', { stored: 'Already stored: signer local-signer' }),
  ...tooLarge(parts),
});

/** The descriptions of the operations on the whole configuration. */
export const describeConfiguration = {
  get: (parts) => ({
    ...about(
      'getConfiguration',
      'Export the configuration',
      'Answers everything that is stored. Secrets are references to variables, whose names are listed.',
    ),
    answers: {
      200: {
        description: 'The configuration.',
        content: recordContent(parts, 'ConfigurationExport', {
          schema: parts.schema(
            'ConfigurationExport',
            objectSchema(
              {
                configuration: {
                  ...parts.schema(
                    'Configuration',
                    objectSchema(
                      sections(EXPORTED),
                      ['relayers', 'signers', 'notifications'],
                      'A whole configuration.',
                    ),
                  ),
                  description: 'Everything, by id within each section.',
                },
                variables: {
                  type: 'array',
                  items: { type: 'string' },
                  description: 'The variables that hold its secrets where it is used.',
                  examples: [['SIGNER_LOCAL_SIGNER_KEY']],
                },
              },
              undefined,
              'What is stored, without secrets.',
            ),
          ),
          examples: {
            export: {
              summary: 'A signer and its relayer',
              value: {
                configuration: { relayers: [RELAYER], signers: [EXPORTED], notifications: [] },
                variables: ['SIGNER_LOCAL_SIGNER_KEY'],
              },
            },
          },
        }),
      },
    },
  }),
  validate: (parts) => ({
    ...about('validateConfiguration', 'Validate a configuration', `Tells all faults and warnings at once. ${RULES}`),
    body: given(parts),
    answers: { 200: { description: 'What was found.', content: verdict(parts) }, ...tooLarge(parts) },
  }),
  diff: (parts) => ({
    ...about('diffConfiguration', 'Compare a configuration', `Tells what applying it would change. ${RULES}`),
    parameters,
    body: given(parts),
    answers: {
      200: { description: 'What would change.', content: planContent(parts, 'ConfigurationDiff', false) },
      ...refused(parts),
    },
  }),
  apply: (parts) => ({
    ...about(
      'applyConfiguration',
      'Apply a configuration',
      `Makes what is stored equal to it, all of it or nothing. ${RULES}`,
    ),
    parameters: [...parameters, digestParameter],
    body: given(parts),
    answers: {
      200: { description: 'What was changed.', content: planContent(parts, 'ConfigurationApplied', true) },
      412: failureOf(parts, 'Something else would change than was agreed to.', { changed: 'Precondition Failed' }),
      ...refused(parts),
    },
  }),
} satisfies Readonly<Record<string, DescribeOperation>>;
