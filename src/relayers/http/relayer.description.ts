import type { Example } from '../../http/openapi/operation';
import { flagParameter, textParameter } from '../../http/openapi/parameters';
import { objectSchema, type Parts, pascalCase, variantSchema } from '../../http/openapi/parts';
import { nullable } from '../../http/openapi/field-schema';
import type { Readable } from '../../http/openapi/reading';
import { describeResource } from '../../http/openapi/resource';
import type { JsonSchema } from '../../kernel/declarations';
import { publicKeyOf } from '../../kernel/public-key';
import { Shape } from '../../kernel/shape';
import { NetworkTypes } from '../domain/policies';
import type { NetworkType } from '../domain/policies/policy';
import { Relayer, type RelayerDocument } from '../domain/relayer';
import { RelayerChanges, RelayerDraft } from '../domain/relayer.fields';
import { disabledReason } from './disabled-reason.description';

const ID = 'sepolia-relayer';
const RULES =
  `The signer must be able to sign for the network type, and serves one relayer for each network type and network.
Only the policies of the network type are accepted.`.replaceAll('\n', ' ');

const PATCH_RULES =
  `A JSON merge patch (RFC 7396), all or nothing; an empty object changes nothing. What is absent stays. Policies merge
field by field, a null removes one, and lists are replaced; the result must be valid for the relayer’s network type.
A relayer that is \`system_disabled\` can be changed, too.`.replaceAll('\n', ' ');

/** What a null does to a field of a patch. */
const NULLS: Readonly<Record<string, string>> = {
  name: 'Null keeps the name.',
  paused: 'Null is refused.',
  notification_id: 'Null clears it.',
  custom_rpc_urls: 'Null clears them; a list replaces the old one.',
  policies: 'Null resets them: only those that the network type requires stay.',
};

/** What the descriptions of all operations on relayers tell. */
export const readableRelayer: Readable = {
  name: 'Relayer',
  id: ID,
  absent: `Relayer with ID ${ID} not found`,
  shown: (parts) => ({
    schema: parts.schema('Relayer', byNetworkType(parts, shownSchema)),
    examples: examplesOf(parts, shownExample),
  }),
};

/** The descriptions of the operations on relayers. */
export const describeRelayers = describeResource({
  ...readableRelayer,
  given: (parts) => ({
    schema: parts.schema('CreateRelayerRequest', byNetworkType(parts, givenSchema)),
    examples: examplesOf(parts, givenExample),
  }),
  patch: {
    rules: PATCH_RULES,
    content: (parts) => ({ schema: patchSchema(parts), examples: patchExamples }),
  },
  rules: RULES,
  conflicts: { create: 'Signer local-signer already serves relayer mainnet-relayer on evm:mainnet' },
  filters: [
    textParameter('network_type', 'Only relayers of this network type.', 'evm'),
    textParameter('network', 'Only relayers on this network.', 'sepolia'),
    flagParameter('paused', 'Only relayers that are, or are not, stopped by their operator.'),
    flagParameter('system_disabled', 'Only relayers that are, or are not, taken out of service.'),
    textParameter('signer_id', 'Only relayers with this signer.', 'local-signer'),
    textParameter('notification_id', 'Only relayers with this notification.', 'ops-webhook'),
    textParameter('search', 'Only relayers with this in their id, name or address, whatever the case.', 'sepolia'),
  ],
});

const byNetworkType = (parts: Parts, schemaOf: (parts: Parts, type: NetworkType) => JsonSchema): JsonSchema =>
  variantSchema(
    'network_type',
    parts.variants(NetworkTypes).map((type) => ({ schema: schemaOf(parts, type), values: [type.name] })),
  );

const policiesName = ({ name }: NetworkType): string => `${pascalCase(name)}Policies`;

const isType = ({ network_type }: Record<string, JsonSchema>, { name }: NetworkType): JsonSchema => ({
  ...network_type,
  const: name,
  examples: [name],
});

function shownSchema(parts: Parts, type: NetworkType): JsonSchema {
  const fields = parts.properties(RelayerDraft, 'shown');
  const properties = {
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
    disabled_reason: { ...disabledReason(parts), description: 'There while system_disabled.' },
    signer_id: { ...fields.signer_id },
    notification_id: nullable(
      described(fields, 'notification_id', 'The notification that is told of its events, if any.'),
    ),
    custom_rpc_urls: nullable(
      described(
        fields,
        'custom_rpc_urls',
        'RPC endpoints that replace those of the network, if any. To a token that may not write relayers, path, query and user are shown as ***.',
      ),
    ),
    policies: {
      ...parts.shape(type.policies, 'shown', policiesName(type)),
      description: 'The policies that are set.',
    },
  };
  const required = Object.keys(properties).filter((name) => name !== 'disabled_reason');
  return parts.schema(
    `${pascalCase(type.name)}Relayer`,
    objectSchema(properties, required, `A relayer on ${type.title}.`),
  );
}

function givenSchema(parts: Parts, type: NetworkType): JsonSchema {
  const fields = parts.properties(RelayerDraft, 'given');
  const policies = parts.shape(type.policies, 'given', policiesName(type));
  const needsPolicies = type.required.length > 0;
  const description = `Policies of ${type.title}${needsPolicies ? `: ${type.required.join(', ')} at least` : ''}.`;
  const properties = {
    ...fields,
    network_type: isType(fields, type),
    policies: { ...(needsPolicies ? policies : nullable(policies)), description },
  };
  const required = ['name', 'network', 'network_type', 'signer_id', 'paused', ...(needsPolicies ? ['policies'] : [])];
  return parts.schema(
    `${pascalCase(type.name)}RelayerRequest`,
    objectSchema(properties, required, `A relayer on ${type.title} that is to be made.`),
  );
}

function patchSchema(parts: Parts): JsonSchema {
  const fields = parts.properties(RelayerChanges, 'patch');
  const policies = parts.variants(NetworkTypes).map((type) => parts.shape(type.policies, 'patch', policiesName(type)));
  const changed: Record<string, JsonSchema> = {
    ...fields,
    paused: { ...parts.properties(RelayerDraft, 'given').paused },
    policies: { anyOf: [...policies, { type: 'null' }], description: fields.policies?.description },
  };
  const properties = Object.entries(changed).map(([name, schema]) => [
    name,
    { ...schema, description: [schema.description, NULLS[name]].join(' ') },
  ]);
  const schema = objectSchema(Object.fromEntries(properties) as typeof changed, [], 'A change of a relayer.');
  return parts.schema('UpdateRelayerRequest', schema);
}

const described = (fields: Readonly<Record<string, JsonSchema>>, name: string, description: string): JsonSchema => ({
  ...fields[name],
  description,
});

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

type Describable = NonNullable<ReturnType<typeof givenValue>>;

const examplesOf = (parts: Parts, show: (type: NetworkType, given: Describable) => unknown): Record<string, Example> =>
  Object.fromEntries(
    parts.variants(NetworkTypes).flatMap((type) => {
      const given = givenValue(type);
      return given ? [[type.name, { summary: type.title, value: show(type, given) }]] : [];
    }),
  );

const givenExample = (_: NetworkType, given: Describable): unknown => given;

/** What the domain itself makes of what is given. */
function shownExample(type: NetworkType, given: Describable): RelayerDocument {
  const draft = Shape.of(RelayerDraft).read(given, '', []);
  return Relayer.create(draft, type, { publicKey: publicKeyOf(KEY_ONE, type.curve) }).document;
}

/** The private key 1, which nobody takes for a secret. */
const KEY_ONE = Uint8Array.from({ length: 32 }, (_, index) => (index === 31 ? 1 : 0));

function givenValue(type: NetworkType): Readonly<Record<string, unknown>> | undefined {
  const [example] = type.examples.good;
  if (!example) return undefined;
  const { network = 'testnet', policies } = example;
  return {
    id: `${network}-relayer`,
    name: `Relayer on ${network}`,
    network,
    network_type: type.name,
    paused: false,
    signer_id: 'local-signer',
    notification_id: 'ops-webhook',
    custom_rpc_urls: [{ url: `https://${network}.example.com/rpc`, weight: 100 }],
    policies,
  };
}
