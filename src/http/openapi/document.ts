import type { JsonSchema } from '../../kernel/declarations';
import { INTRODUCTION } from './introduction';
import { failureAnswer, type FailureStatus, OUTSIDE_OPERATIONS } from './failures';
import { headers, headersOf, RATE_HEADERS } from './headers';
import type { AnswerDescription, Content, Operation } from './operation';
import { parameter, parameters } from './parameters';
import { type FindRegistry, Parts } from './parts';
import type { Route } from './routes';
import { describeWebhooks } from './webhooks';

/** The version of what is described, not of the program. */
const VERSION = '1.0.0';
const SECURITY_SCHEME = 'bearer_auth';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const TAGS: Readonly<Record<string, string>> = {
  Relayers: 'Accounts on networks that transactions are sent from, and the policies that bound them.',
  Notifications: 'Webhooks that are told of the events of relayers.',
  Signers: 'Where the keys of relayers live. A secret of a signer is never shown.',
  Configuration: 'Everything at once, as a file of the OpenZeppelin Relayer has it.',
  Tokens: 'Credentials of the API. The text of a token is shown once, when it is made.',
  'Audit trail': 'What was done, by whom, and what it changed. Each entry has the hash of the one before it.',
  Metrics: 'Figures for monitoring. These answer without the envelope.',
  Health: 'For probes, load balancers and tools. These need no token, and answer without the envelope.',
};

/** The description of an API in OpenAPI 3.1; amounts in it are bigints. */
export function describeApi(routes: readonly Route[], findRegistry: FindRegistry): JsonSchema {
  const parts = new Parts(findRegistry);
  const operations = routes.map((route) => ({ route, operation: route.describe(parts) }));
  const tags = [...new Set([...Object.keys(TAGS), ...operations.map(({ operation }) => operation.tag)])];
  const paths = [...new Set(routes.map(({ path }) => path))].sort();
  for (const status of OUTSIDE_OPERATIONS) failureAnswer(parts, status, false);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Relayer Management Service',
      version: VERSION,
      summary: 'Manages the configuration of transaction relayers: relayers, notifications and signers.',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that serves this description.' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] ?? name })),
    paths: Object.fromEntries(
      paths.map((path) => {
        const own = operations.filter(({ route }) => route.path === path);
        own.sort((one, other) => METHODS.indexOf(one.route.method) - METHODS.indexOf(other.route.method));
        return [path, Object.fromEntries(own.map((each) => [each.route.method, operationObject(parts, each)]))];
      }),
    ),
    webhooks: describeWebhooks(
      parts,
      operations.map(({ operation }) => operation),
    ),
    components: {
      schemas: sorted(parts.schemas),
      responses: sorted(parts.answers),
      parameters,
      headers,
      securitySchemes: {
        [SECURITY_SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of the service, or the API_KEY of its operator, in the Authorization header.',
        },
      },
    },
  };
}

interface DescribedRoute {
  readonly route: Route;
  readonly operation: Operation;
}

function operationObject(parts: Parts, { route, operation }: DescribedRoute): JsonSchema {
  const { id, tag, summary, description, body } = operation;
  const needs = route.permission === undefined ? '' : ` Needs the permission \`${route.permission}\`.`;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}${needs}`,
    security: route.isPublic ? [] : [{ [SECURITY_SCHEME]: [] }],
    parameters: [...(operation.parameters ?? []), parameter('RequestId')],
    ...(body && { requestBody: { required: true, content: contentObject(body) } }),
    responses: answersOf(parts, { route, operation }),
  };
}

function answersOf(parts: Parts, { route, operation }: DescribedRoute): JsonSchema {
  const limited = route.isRateLimited;
  const own = Object.entries(operation.answers).map(([status, answer]) => [status, answerObject(answer, limited)]);
  const shared = route.isPublic
    ? []
    : sharedFailures(route, operation).map((status) => [status, failureAnswer(parts, status, limited)]);
  // An object has its whole-number names in their order.
  return Object.fromEntries([...shared, ...own]) as JsonSchema;
}

function sharedFailures(route: Route, operation: Operation): FailureStatus[] {
  const takesState = operation.parameters?.some(({ $ref }) => $ref === parameter('IfMatch').$ref);
  return [
    400,
    401,
    403,
    ...(takesState ? ([412] as const) : []),
    ...(operation.body ? ([413] as const) : []),
    ...(route.isRateLimited ? ([429] as const) : []),
    500,
    503,
  ];
}

const answerObject = (
  { description, headers: own = [], content }: AnswerDescription,
  limited: boolean,
): JsonSchema => ({
  description,
  headers: headersOf(['X-Request-Id', ...(limited ? RATE_HEADERS : []), ...own]),
  ...(content && { content: contentObject(content) }),
});

const contentObject = ({ schema, examples, mediaTypes = ['application/json'] }: Content): JsonSchema =>
  Object.fromEntries(mediaTypes.map((type) => [type, { schema, examples }]));

const sorted = (named: ReadonlyMap<string, JsonSchema>): JsonSchema =>
  Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1)));
