import { Injectable } from '@nestjs/common';
import { publicKeyOf } from '../../chains/public-key';
import type { Example } from '../../http/openapi/api.decorator';
import { ProvidesSchemas, type SchemaProvider } from '../../http/openapi/schema-provider';
import { type ApiSchemas, nullable, objectSchema, pascalCase, variantSchema } from '../../http/openapi/api-schemas';
import type { JsonSchema } from '../../kernel/declarations';
import { validate } from '../../kernel/validation';
import { NetworkTypes } from '../domain/policies';
import type { NetworkType } from '../domain/policies/policy';
import { Relayer } from '../domain/relayer';
import { RelayerChanges, RelayerDraft } from '../domain/relayer.fields';
import { systemStateModels } from './system-state.schemas';

/** What a null does to a field of a patch. */
const NULLS: Readonly<Record<string, string>> = {
  name: 'Null keeps the name.',
  paused: 'Null is refused.',
  notification_id: 'Null clears it.',
  custom_rpc_urls: 'Null clears them; a list replaces the old one.',
  policies: 'Null resets them: only those that the network type requires stay.',
};

const OWN_ENDPOINTS =
  'RPC endpoints that replace those of the network, if any. To a token that may not both read and write relayers, path, query and user are masked as ***.';

type Fields = Readonly<Record<string, JsonSchema>>;

/** The schemas of relayers, with a branch for each network type that is registered. */
@Injectable()
@ProvidesSchemas()
export class RelayerModels implements SchemaProvider {
  constructor(private readonly networkTypes: NetworkTypes) {}

  defineSchemas(schemas: ApiSchemas): void {
    const reason = systemStateModels(schemas);
    const names = this.networkTypes.all().map(({ name }) => name);
    schemas.define('NetworkType', { type: 'string', enum: names, description: 'A kind of networks.' });
    const draft = schemas.fields(RelayerDraft, 'answered');
    const given = schemas.fields(RelayerDraft, 'given');
    schemas.define(
      'Relayer',
      this.byType((type) => answered(schemas, type, draft, reason)),
      this.examples(answeredExample),
    );
    schemas.define(
      'CreateRelayerRequest',
      this.byType((type) => creation(schemas, type, given)),
      this.examples(givenValue),
    );
    schemas.define('UpdateRelayerRequest', this.patch(schemas, given), patchExamples);
  }

  private byType(schemaOf: (type: NetworkType) => JsonSchema): JsonSchema {
    return variantSchema(
      'network_type',
      this.networkTypes.all().map((type) => ({ schema: schemaOf(type), values: [type.name] })),
    );
  }

  private examples(valueOf: (type: NetworkType) => unknown): Readonly<Record<string, Example>> {
    const types = this.networkTypes.all().filter(({ examples }) => examples.good.length > 0);
    return Object.fromEntries(types.map((type) => [type.name, { summary: type.title, value: valueOf(type) }]));
  }

  private patch(schemas: ApiSchemas, given: Fields): JsonSchema {
    const fields = schemas.fields(RelayerChanges, 'patch');
    const policies = this.networkTypes.all().map((type) => schemas.of(type.policies, 'patch', policiesName(type)));
    const changed: Fields = {
      ...fields,
      paused: { ...given.paused },
      policies: { anyOf: [...policies, { type: 'null' }], description: fields.policies?.description },
    };
    const properties = Object.entries(changed).map(([name, schema]) => [
      name,
      { ...schema, description: [schema.description, NULLS[name]].join(' ') },
    ]);
    return objectSchema(Object.fromEntries(properties) as Fields, [], 'A change of a relayer.');
  }
}

const policiesName = ({ name }: NetworkType): string => `${pascalCase(name)}Policies`;

const described = (fields: Fields, name: string, description: string): JsonSchema => ({ ...fields[name], description });

const isType = ({ network_type }: Fields, { name }: NetworkType): JsonSchema => ({
  ...network_type,
  const: name,
  examples: [name],
});

function answered(schemas: ApiSchemas, type: NetworkType, fields: Fields, reason: JsonSchema): JsonSchema {
  const properties: Fields = {
    id: described(fields, 'id', 'Its identifier.'),
    name: { ...fields.name },
    network: { ...fields.network },
    network_type: isType(fields, type),
    address: { ...described(fields, 'address', 'Its account on the network; empty while unknown.'), minLength: 0 },
    paused: { ...fields.paused },
    system_disabled: {
      type: 'boolean',
      description: 'Whether a runtime took it out of service, which it alone can say.',
      examples: [false],
    },
    disabled_reason: { ...reason, description: 'There while system_disabled.' },
    signer_id: { ...fields.signer_id },
    notification_id: nullable(described(fields, 'notification_id', 'The notification that its events go to, if any.')),
    custom_rpc_urls: nullable(described(fields, 'custom_rpc_urls', OWN_ENDPOINTS)),
    policies: {
      ...schemas.of(type.policies, 'answered', policiesName(type)),
      description: 'The policies that are set.',
    },
  };
  const required = Object.keys(properties).filter((name) => name !== 'disabled_reason');
  return schemas.define(
    `${pascalCase(type.name)}Relayer`,
    objectSchema(properties, required, `A relayer on ${type.title}.`),
  );
}

function creation(schemas: ApiSchemas, type: NetworkType, fields: Fields): JsonSchema {
  const policies = schemas.of(type.policies, 'given', policiesName(type));
  const needsPolicies = type.required.length > 0;
  const description = `Policies of ${type.title}${needsPolicies ? `: ${type.required.join(', ')} at least` : ''}.`;
  const properties = {
    ...fields,
    network_type: isType(fields, type),
    policies: { ...(needsPolicies ? policies : nullable(policies)), description },
  };
  const required = ['name', 'network', 'network_type', 'signer_id', 'paused', ...(needsPolicies ? ['policies'] : [])];
  return schemas.define(
    `${pascalCase(type.name)}RelayerRequest`,
    objectSchema(properties, required, `A relayer on ${type.title} that is to be made.`),
  );
}

const patchExamples: Readonly<Record<string, Example>> = {
  pause: { summary: 'Stop the relayer', value: { paused: true } },
  policies: {
    summary: 'Set one policy and remove another',
    value: { policies: { min_balance: 500_000_000_000_000_000n, gas_price_cap: null } },
  },
  clear: {
    summary: 'No notification and no endpoints of its own',
    value: { notification_id: null, custom_rpc_urls: null },
  },
};

/** What the domain itself makes of what is given. */
function answeredExample(type: NetworkType): unknown {
  const { value } = validate(RelayerDraft, givenValue(type));
  return Relayer.create(value, type, { publicKey: publicKeyOf(KEY_ONE, type.curve) }).document;
}

/** The private key 1, which nobody takes for a secret. */
const KEY_ONE = Uint8Array.from({ length: 32 }, (_, index) => (index === 31 ? 1 : 0));

/** It refers to sample records, and is none of them. */
function givenValue(type: NetworkType): Readonly<Record<string, unknown>> {
  const { network = 'testnet', policies } = type.examples.good[0] ?? { policies: {} };
  return {
    id: `my-${network}-relayer`,
    name: `Relayer on ${network}`,
    network,
    network_type: type.name,
    paused: false,
    signer_id: 'spare-signer',
    notification_id: 'ops-webhook',
    custom_rpc_urls: [{ url: `https://${network}.example.com/rpc`, weight: 100 }],
    policies,
  };
}
