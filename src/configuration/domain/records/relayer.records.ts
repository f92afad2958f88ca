import { fieldsOf } from '../../../kernel/declarations';
import { isPlainObject, type PlainObject } from '../../../kernel/merge-patch';
import { inTurns } from '../../../kernel/turns';
import { networkId } from '../../../networks/domain/network-id';
import { withMaskedUrls } from '../../../relayers/domain/masked-urls';
import type { NetworkType } from '../../../relayers/domain/policies/policy';
import type { Relayer } from '../../../relayers/domain/relayer';
import { pathOf, within } from '../configuration-document';
import { type Exporting, referenceKey } from '../exporting';
import { error, type Issue, warning } from '../finding';
import { withSeconds } from '../five-field-cron';
import type { Place } from '../openzeppelin-form';
import { numberIssues, type Written } from '../openzeppelin-numbers';
import { MAX_AMOUNT, unknownThere } from '../openzeppelin-policies';
import type { FieldChange } from '../plan';
import type { OpenZeppelinRules } from '../rules';
import { NOT_LISTED } from './network-items';
import { networkRecords } from './network.records';
import { notificationRecords } from './notification.records';
import { maskedUrls } from './record-changes';
import { type Batches, RecordKind } from './record-kind';
import { signerRecords } from './signer.records';

/** There may be too many of them for memory: {@link FileRelayers} reads them one after the other. */
class RelayerRecords extends RecordKind<Relayer> {
  override readonly section = 'relayers';
  override readonly name = 'relayer';
  override readonly summary = 'Relayers, as the OpenZeppelin Relayer has them in its file.';
  override readonly example = {
    id: 'sepolia-relayer',
    name: 'Sepolia relayer',
    network: 'sepolia',
    paused: false,
    signer_id: 'sepolia-signer',
    network_type: 'evm',
    policies: { min_balance: 500_000_000_000_000_000n },
  };
  override readonly missingThere = 'must be there, an empty list at least';
  protected override readonly masks = { custom_rpc_urls: maskedUrls };

  /** What relayers refer to, which is read before them, and goes after them. */
  readonly referred: readonly RecordKind[] = [signerRecords, notificationRecords, networkRecords];

  /** What a relayer refers to. */
  referencesOf({ document }: Relayer): readonly (readonly [kind: RecordKind, id: string])[] {
    const { signer_id, notification_id, network_type, network } = document;
    return [
      [signerRecords, signer_id],
      ...(notification_id === null ? [] : [[notificationRecords, notification_id] as const]),
      [networkRecords, networkId(network_type, network)],
    ];
  }

  protected override compared({ document }: Relayer): object {
    return document;
  }

  override compare(before: Relayer, after: Relayer, comparesSecrets: boolean): readonly FieldChange[] {
    const defaults = new Map<string, unknown>(
      (after.networkType.inFiles?.unknown ?? []).flatMap(({ path, value, isDefault }) =>
        isDefault ? [[`policies.${path}`, value] as const] : [],
      ),
    );
    return super.compare(before, after, comparesSecrets).filter((change) => {
      const without = defaults.get(change.path);
      return without === undefined || (change.before ?? without) !== (change.after ?? without);
    });
  }

  override succeed(after: Relayer, before: Relayer): Relayer {
    return after.succeeding(before);
  }

  /** An address is written where no signer tells it: keys are derived for that, once for each signer and curve. */
  override async *exported(stored: () => Batches<Relayer>, exporting: Exporting): AsyncGenerator<PlainObject> {
    const isTold = new Map<string, boolean>();
    for await (const batch of stored()) {
      const relayers = batch.map(({ entity }) => entity);
      const wanted = relayers.filter((relayer) => !isTold.has(accountKey(relayer)));
      const signers = await exporting.signers([...new Set(wanted.map(({ document }) => document.signer_id))]);
      for await (const relayer of inTurns(wanted)) {
        const signer = signers.get(relayer.document.signer_id);
        isTold.set(accountKey(relayer), signer?.account(relayer.networkType.curve) !== undefined);
      }
      for (const relayer of relayers) {
        for (const [kind, id] of this.referencesOf(relayer))
          if (kind.isDefault) exporting.referred.add(referenceKey(kind.section, id));
        const document = this.inForm(relayer, exporting);
        yield isTold.get(accountKey(relayer)) ? (without(document, ['address']) as PlainObject) : document;
      }
    }
  }

  protected override written({ document }: Relayer, { masked }: Exporting): PlainObject {
    const { id, name, network, network_type, paused, ...rest } = masked.has(this.section)
      ? withMaskedUrls(document)
      : document;
    return {
      id,
      name,
      network,
      paused,
      ...(rest.notification_id !== null && { notification_id: rest.notification_id }),
      signer_id: rest.signer_id,
      network_type,
      ...(rest.address !== '' && { address: rest.address }),
      policies: rest.policies,
      ...(rest.custom_rpc_urls !== null && { custom_rpc_urls: rest.custom_rpc_urls }),
    };
  }

  protected override writtenThere(relayer: Relayer, exporting: Exporting, place: Place): PlainObject {
    const document = this.written(relayer, exporting);
    const at = within(place.at, 'policies');
    let policies = document.policies as PlainObject;
    for (const { path, message, isRefused } of unknownThere(relayer.networkType, policies)) {
      place.lose(within(at, pathOf(path)), message);
      if (isRefused) policies = without(policies, path) as PlainObject;
    }
    for (const [name, amount] of Object.entries(policies)) {
      if (typeof amount !== 'bigint' || amount <= MAX_AMOUNT) continue;
      place.lose(within(at, name), 'is over 2^64-1, which its file cannot hold: it is left out');
      policies = without(policies, [name]) as PlainObject;
    }
    return { ...document, policies };
  }

  override issuesThere(record: PlainObject, rules: OpenZeppelinRules, written: Written): readonly Issue[] {
    const { network_type: type, network: name, policies } = record;
    const networkType = rules.networkTypes.find(type);
    if (!networkType || typeof name !== 'string') return [];
    const ofNetwork = rules.network ? usedNetworkIssues(networkType, rules.network(networkType.name, name)) : [];
    const extra = record.address === undefined ? [] : [warning('address', 'is ignored there: the signer tells it')];
    return [...ofNetwork, ...extra, ...policyIssues(networkType, policies, written)];
  }
}

export const relayerRecords = new RelayerRecords();

const accountKey = ({ document, networkType }: Relayer): string => `${document.signer_id} ${networkType.curve}`;

/** A value without what stands at a path. */
function without(value: unknown, [first, ...rest]: readonly (string | number)[]): unknown {
  if (first === undefined) return value;
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === first ? without(item, rest) : item));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== first || rest.length > 0);
  return Object.fromEntries(members.map(([name, member]) => [name, name === first ? without(member, rest) : member]));
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
