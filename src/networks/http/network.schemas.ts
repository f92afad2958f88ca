import { Injectable } from '@nestjs/common';
import type { Example } from '../../http/openapi/api.decorator';
import { type ApiSchemas, objectSchema, pascalCase, variantSchema } from '../../http/openapi/api-schemas';
import { ProvidesSchemas, type SchemaProvider } from '../../http/openapi/schema-provider';
import type { JsonSchema } from '../../kernel/declarations';
import { UrlRules } from '../../kernel/url-rules';
import { NetworkKinds } from '../domain/kinds';
import type { NetworkKind } from '../domain/kinds/network-kind';
import { validateNetworkDraft } from '../domain/network.body';
import { NetworkChanges } from '../domain/network.fields';
import { NetworkRules } from '../domain/network.rules';

type Fields = Readonly<Record<string, JsonSchema>>;

const ENDPOINTS =
  'Its RPC endpoints. To a token that may not both read and write networks, path, query and user are masked as ***.';

/** The schemas of networks, with a branch for each type that is registered. */
@Injectable()
@ProvidesSchemas()
export class NetworkModels implements SchemaProvider {
  private readonly rules: NetworkRules;

  constructor(
    private readonly kinds: NetworkKinds,
    urls: UrlRules,
  ) {
    this.rules = new NetworkRules(kinds, urls);
  }

  defineSchemas(schemas: ApiSchemas): void {
    const whole = this.byType((kind) => answered(schemas, kind));
    schemas.define('Network', whole, this.examples(this.answer));
    schemas.define(
      'CreateNetworkRequest',
      this.byType((kind) => creation(schemas, kind)),
      this.examples(given),
    );
    const { rpc_urls } = schemas.fields(NetworkChanges, 'given');
    const changes = { rpc_urls: { ...rpc_urls, anyOf: withoutNull(rpc_urls) } };
    schemas.define('UpdateNetworkRequest', objectSchema(changes, [], 'A change of a network.'), {
      endpoints: {
        summary: 'Other endpoints',
        value: {
          rpc_urls: [
            { url: 'https://rpc.example.com', weight: 80 },
            { url: 'https://spare.example.com', weight: 20 },
          ],
        },
      },
      urls: { summary: 'Their URLs alone', value: { rpc_urls: ['https://rpc.example.com'] } },
    });
  }

  private byType(schemaOf: (kind: NetworkKind) => JsonSchema): JsonSchema {
    const variants = this.kinds.all().map((kind) => ({ schema: schemaOf(kind), values: [kind.type] }));
    return variantSchema('network_type', variants);
  }

  private examples(valueOf: (kind: NetworkKind) => unknown): Readonly<Record<string, Example>> {
    return Object.fromEntries(
      this.kinds.all().map((kind) => [kind.type, { summary: kind.title, value: valueOf(kind) }]),
    );
  }

  /** What the domain itself answers of what is given. */
  private readonly answer = (kind: NetworkKind): unknown =>
    this.rules.create(validateNetworkDraft(given(kind), this.kinds), undefined).document;
}

const given = ({ type, examples }: NetworkKind): Readonly<Record<string, unknown>> => ({
  network_type: type,
  ...examples.good[0],
});

const withoutNull = (schema: JsonSchema | undefined): unknown =>
  (schema?.anyOf as readonly JsonSchema[]).filter(({ type }) => type !== 'null');

const isType = (given: JsonSchema | undefined, { type }: NetworkKind): JsonSchema => ({
  ...given,
  const: type,
  examples: [type],
});

function answered(schemas: ApiSchemas, kind: NetworkKind): JsonSchema {
  const { name, network_type, rpc_urls, ...values } = schemas.fields(kind.fields, 'answered');
  const hidden: readonly string[] = ['from', ...kind.hidden];
  const properties: Fields = {
    id: { type: 'string', description: 'Its type and its name, in small letters.', examples: [`${kind.type}:testnet`] },
    name: { ...name },
    network_type: isType(network_type, kind),
    rpc_urls: { ...rpc_urls, description: ENDPOINTS },
    ...Object.fromEntries(Object.entries(values).filter(([field]) => !hidden.includes(field))),
  };
  const required = ['id', 'name', 'network_type', 'rpc_urls', ...kind.required];
  return schemas.define(
    `${pascalCase(kind.type)}Network`,
    objectSchema(properties, required, `A network: ${kind.title}.`),
  );
}

function creation(schemas: ApiSchemas, kind: NetworkKind): JsonSchema {
  const fields = schemas.fields(kind.fields, 'given');
  return schemas.define(
    `${pascalCase(kind.type)}NetworkRequest`,
    objectSchema(
      { ...fields, network_type: isType(fields.network_type, kind) },
      ['network_type', 'name'],
      `A network that is to be made: ${kind.title}. Without \`from\`, it needs ${['rpc_urls', ...kind.required].join(', ')}.`,
    ),
  );
}
