import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { JsonSchema } from '../../kernel/declarations';
import type { ApiModel } from './api.decorator';
import type { SchemaProvider } from './schema-provider';
import { VERSION } from '../../kernel/version';
import { ApiSchemas } from './api-schemas';
import { complete, type GeneratedDocument } from './completion';
import { ENVELOPES, pageAnswer, recordAnswer } from './envelopes';
import { FAILURES, failureAnswers } from './failures';
import { GUIDES, guidePath } from './guides';
import { headers } from './headers';
import { INTRODUCTION } from './introduction';
import { parameters } from './parameters';
import type { DescribedRoute } from './described-routes';

const SUMMARY =
  'Manages the configuration of transaction relayers: relayers, notifications, signers, networks and plugins.';

/** In the order in which somebody begins: each with what it is about, and the guide that says more. */
const TAGS: Readonly<Record<string, string>> = {
  Relayers: tag('Accounts on networks that transactions are sent from, and the policies that bound them.', 'paging.md'),
  Notifications: tag('Webhooks that are told of the events of relayers.', 'webhooks.md'),
  Deliveries: tag('What was sent to webhooks, or waits for it: attempts, test events, redelivery.', 'webhooks.md'),
  Signers: tag('Where the keys of relayers live. A secret of a signer is never shown.', 'keys.md'),
  Networks: tag('Chains that relayers are on: their ids, RPC endpoints and pace.', 'configuration.md'),
  Plugins: tag(
    'Programs that a relayer process runs when they are called, and what they are run with.',
    'configuration.md',
  ),
  Configuration: tag('Everything at once, as a file of the OpenZeppelin Relayer has it.', 'configuration.md'),
  Tokens: tag('Credentials of the API. The text of a token is shown once, when it is made.', 'tokens.md'),
  'Audit log': tag(
    'What was done, by whom, and what it changed. Each entry has the hash of the one before it.',
    'audit-log.md',
  ),
  Metrics: tag('Metrics for monitoring. These answer without the envelope.', 'observability.md'),
  Health: tag(
    'For probes, load balancers and tools. These need no token, and answer without the envelope.',
    'observability.md',
  ),
};

function tag(description: string, guide: string): string {
  return `${description} [Guide: ${GUIDES.get(guide) ?? guide}](${guidePath(guide)}).`;
}

const SECURITY_SCHEME = 'bearer_auth';

/**
 * The description of an API in OpenAPI 3.1, as `@nestjs/swagger` makes it of the controllers, completed by what holds for
 * all routes, by the models that modules add, and by webhooks. Amounts in it are bigints.
 */
export function describeApi(
  app: INestApplication,
  providers: readonly SchemaProvider[],
  routes: readonly DescribedRoute[],
): JsonSchema {
  const schemas = new ApiSchemas();
  for (const provider of providers) provider.defineSchemas(schemas);
  const { info, components, ...built } = builder().build();
  const { title, description, version } = info;
  const webhooks = Object.assign({}, ...providers.map((each) => each.webhooks?.(schemas))) as JsonSchema;
  const config = {
    ...built,
    info: { title, version, summary: SUMMARY, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    components: { ...components, parameters, headers, responses: failureAnswers() },
    webhooks,
  } as unknown as Omit<OpenAPIObject, 'paths'>;
  const document = SwaggerModule.createDocument(app, config, { extraModels: schemas.extraModels });
  return complete(document as unknown as GeneratedDocument, modelsOf(schemas), routes, TAGS);
}

const builder = (): DocumentBuilder =>
  new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Relayer Management Service')
    .setVersion(VERSION)
    .setDescription(INTRODUCTION)
    .addServer('/', 'The service that serves this description.')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description: 'A token of the service, or the API_KEY of its operator, in the Authorization header.',
      },
      SECURITY_SCHEME,
    );

/** The models by their names, those included in which they are answered. */
function modelsOf({ models }: ApiSchemas): ReadonlyMap<string, ApiModel> {
  const own = [...ENVELOPES, ...FAILURES, ...models.values()];
  return new Map(own.flatMap((model) => [model, recordAnswer(model), pageAnswer(model)].map((one) => [one.name, one])));
}
