import { Api, type Operation } from '../../http/openapi/api.decorator';
import { describeFlagParameter, describeTextParameter } from '../../http/openapi/parameters';
import { failureAnswerOf } from '../../http/openapi/resource.decorators';
import { DIGEST } from './configuration.examples';
import { ON_CONFLICT } from './apply.query';
import { SYSTEMS } from './export.query';

const RULES =
  'The body is a configuration of the OpenZeppelin Relayer of up to 16 MiB, or the same as `application/x-ndjson`, a record a line (`{"relayer": {…}}`), of up to 512 MiB. Secrets in it are plain references: the service does not read its own environment and files for its callers.';

const OPTIONS = [
  describeFlagParameter('prune', 'Whether records that are not in the file are deleted, in the sections that it has.'),
  {
    name: 'on_conflict',
    in: 'query',
    description: 'What becomes of records that are stored already.',
    schema: { type: 'string', enum: [...ON_CONFLICT], default: ON_CONFLICT[0] },
  },
];

const DIGEST_OPTION = describeTextParameter(
  'digest',
  'The digest of the plan that was agreed to, as `diff` with the same parameters has it. Where another one would be carried out, nothing is changed (412).',
  DIGEST,
);

const BODY = { model: 'ConfigurationRequest' };
const TOO_LARGE = {
  413: failureAnswerOf('The body has more than 16 MiB, or 512 MiB as NDJSON.', { large: 'Bad Request' }),
};
const REFUSED = {
  409: failureAnswerOf('It contradicts what is stored.', { stored: 'Already stored: signer sepolia-signer' }),
  ...TOO_LARGE,
};

const BUSY = {
  429: {
    ...failureAnswerOf('The token does such work already, or the process as much of it as it does at once.', {
      busy: 'Too Many Requests',
    }),
    headers: ['Retry-After'],
  },
};

const described = ({ answers, ...operation }: Omit<Operation, 'tag'>): MethodDecorator =>
  Api({ ...operation, answers: { ...answers, ...BUSY }, tag: 'Configuration' });

export const ApiExportConfiguration = () =>
  described({
    id: 'getConfiguration',
    summary: 'Export the configuration',
    description:
      'Answers everything that is stored. Secrets are references to variables, whose names are listed. URLs are masked as for a reader of the records. Where `Accept` asks for `application/x-ndjson`, it is a record a line. With `for=openzeppelin` it is what the OpenZeppelin Relayer reads, with `warnings` of what that cannot hold; local keys are keystores there, which only `relayctl export` writes.',
    parameters: [
      {
        name: 'for',
        in: 'query',
        description: 'The system that it is for.',
        schema: { type: 'string', enum: [...SYSTEMS] },
      },
    ],
    answers: {
      200: { description: 'The configuration.', content: { model: 'ConfigurationExportAnswer' } },
      409: failureAnswerOf('A record cannot be opened.', {
        sealed: 'A record cannot be opened: No key named 3f9a to open signers/sepolia-signer/secrets',
      }),
    },
  });

export const ApiValidateConfiguration = () =>
  described({
    id: 'validateConfiguration',
    summary: 'Validate a configuration',
    description: `Answers all faults and warnings at once. ${RULES}`,
    body: { model: 'ConfigurationToValidate' },
    answers: {
      200: { description: 'What was found.', content: { model: 'ConfigurationVerdictAnswer' } },
      ...TOO_LARGE,
    },
  });

export const ApiDiffConfiguration = () =>
  described({
    id: 'diffConfiguration',
    summary: 'Compare a configuration',
    description: `Answers what applying it would change; whether secrets would, only to tokens that may apply it. ${RULES}`,
    parameters: OPTIONS,
    body: BODY,
    answers: {
      200: { description: 'What would change.', content: { model: 'ConfigurationDiffAnswer' } },
      ...REFUSED,
    },
  });

export const ApiApplyConfiguration = () =>
  described({
    id: 'applyConfiguration',
    summary: 'Apply a configuration',
    description: `Makes what is stored equal to it, all of it or nothing. ${RULES}`,
    parameters: [...OPTIONS, DIGEST_OPTION],
    body: BODY,
    answers: {
      200: { description: 'What was changed.', content: { model: 'ConfigurationAppliedAnswer' } },
      412: failureAnswerOf('Something else would change than was agreed to.', { changed: 'Precondition Failed' }),
      ...REFUSED,
    },
  });
