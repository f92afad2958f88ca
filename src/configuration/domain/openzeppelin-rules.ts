import { fieldsOf } from '../../kernel/declarations';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import type { NetworkKinds } from '../../networks/domain/kinds';
import { SigningKey } from '../../notifications/domain/signing-key';
import { PluginDraft } from '../../plugins/domain/plugin.fields';
import type { NetworkTypes } from '../../relayers/domain/policies';
import type { NetworkType } from '../../relayers/domain/policies/policy';
import type { SignerKinds } from '../../signers/domain/kinds';
import { pathOf } from './configuration-document';
import { error, type Issue, warning } from './finding';
import { withSeconds } from './five-field-cron';
import { type NetworkOf, NOT_LISTED } from './openzeppelin-networks';
import { nullIssues, numberIssues, type Written } from './openzeppelin-numbers';
import { unknownThere } from './openzeppelin-policies';
import type { ReferenceResolver } from './reference-resolver';

/* What the OpenZeppelin Relayer refuses in the records of a file, and this service takes. */

const REFERENCE = 'write {"type": "plain", "value": "…"} or {"type": "env", "value": "NAME"}';

/** What its records are judged by. */
export interface OpenZeppelinRules {
  readonly kinds: SignerKinds;
  readonly networkTypes: NetworkTypes;
  readonly resolver: ReferenceResolver;
  readonly networkKinds: NetworkKinds;
  /** Absent where the file has no networks, of which all is said then. */
  readonly network?: NetworkOf | undefined;
}

const KEYSTORE = 'relayctl export --for openzeppelin writes one';

export function signerIssues({ type, config }: PlainObject, { kinds }: OpenZeppelinRules): readonly Issue[] {
  const kind = kinds.find(type);
  if (!kind || !isPlainObject(config)) return [];
  const alias = kind.type === type ? [] : [error('type', `must be ${kind.type} there`, `did you mean ${kind.type}?`)];
  const { keystore, values = {}, references = [] } = kind.inFiles ?? {};
  if (keystore !== undefined) return [...alias, ...keystoreIssues(config)];
  return [
    ...alias,
    ...references.flatMap((name) =>
      typeof config[name] === 'string' ? [error(`config.${name}`, 'must be a reference there', REFERENCE)] : [],
    ),
    ...Object.entries(values).flatMap(([path, allowed]) => valueIssues(config, path, allowed)),
  ];
}

/** A key is in an encrypted file, and nothing else is said of it. */
const keystoreIssues = (config: PlainObject): readonly Issue[] => [
  ...Object.keys(config)
    .filter((name) => !['path', 'passphrase'].includes(name))
    .map((name) => error(`config.${name}`, 'is not known there: the key is in an encrypted keystore', KEYSTORE)),
  ...('path' in config ? [] : [error('config.path', 'is required there', KEYSTORE)]),
];
function valueIssues(config: PlainObject, path: string, allowed: readonly string[]): readonly Issue[] {
  const value = path.split('.').reduce<unknown>((from, name) => (isPlainObject(from) ? from[name] : undefined), config);
  if (typeof value !== 'string' || allowed.includes(value)) return [];
  return [error(`config.${path}`, `must be ${allowed.join(' or ')} there`)];
}

export function notificationIssues(
  { type, url, events, signing_key: key }: PlainObject,
  { resolver }: OpenZeppelinRules,
): readonly Issue[] {
  const isEnv = isPlainObject(key) && key.type === 'env' && typeof key.value === 'string';
  const text = isEnv ? resolver.variable(String(key.value)) : isPlainObject(key) ? key.value : undefined;
  return [
    ...(type === undefined ? [error('type', 'is required there', 'write "type": "webhook"')] : []),
    ...(url === '' ? [error('url', 'must not be empty there')] : []),
    ...(events === undefined ? [] : [error('events', 'is not known there: it has events of relayers only')]),
    ...(SigningKey.isShort(text) ? [error('signing_key', 'must have at least 32 bytes there')] : []),
  ];
}

export function relayerIssues(record: PlainObject, rules: OpenZeppelinRules, written: Written): readonly Issue[] {
  const { network_type: type, network: name, policies } = record;
  const networkType = rules.networkTypes.find(type);
  if (!networkType || typeof name !== 'string') return [];
  const ofNetwork = rules.network ? usedNetworkIssues(networkType, rules.network(networkType.name, name)) : [];
  const extra = record.address === undefined ? [] : [warning('address', 'is ignored there: the signer tells it')];
  return [...ofNetwork, ...extra, ...policyIssues(networkType, policies, written)];
}

function usedNetworkIssues({ inFiles }: NetworkType, network: PlainObject | undefined): readonly Issue[] {
  if (!network) return [error('network', NOT_LISTED)];
  return (inFiles?.network ?? [])
    .filter((field) => (network[field] ?? null) === null)
    .map((field) => error('network', `must have ${field} there, or it does not start`));
}

function policyIssues(networkType: NetworkType, policies: unknown, written: Written): readonly Issue[] {
  if (policies === null) return [error('policies', 'must not be null there', 'leave it out')];
  if (!isPlainObject(policies)) return [];
  const swap = isPlainObject(policies.swap_config) ? policies.swap_config : {};
  return [
    ...unknownThere(networkType, policies).map(({ path, message, isRefused }) =>
      (isRefused ? error : warning)(pathOf(path, 'policies'), message),
    ),
    ...numberIssues(fieldsOf(networkType.policies), policies, 'policies', written),
    ...(withSeconds(swap.cron_schedule) === undefined
      ? []
      : [error('policies.swap_config.cron_schedule', 'must have 6 or 7 fields there, seconds first')]),
  ];
}

export const pluginIssues = (record: PlainObject, _: OpenZeppelinRules, written: Written): readonly Issue[] => [
  ...numberIssues(fieldsOf(PluginDraft), record, '', written),
  ...nullIssues(PluginDraft, record, '', ({ notes }) => notes.schema?.type === 'boolean'),
];
