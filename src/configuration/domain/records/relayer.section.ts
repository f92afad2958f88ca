import { isPlainObject, type PlainObject } from '../../../kernel/merge-patch';
import type { UrlRules } from '../../../kernel/url-rules';
import { validate } from '../../../kernel/validation';
import type { NetworkTypes } from '../../../relayers/domain/policies';
import type { Relayer } from '../../../relayers/domain/relayer';
import { RelayerDraft } from '../../../relayers/domain/relayer.fields';
import { RelayerRules } from '../../../relayers/domain/relayer.rules';
import type { Signer } from '../../../signers/domain/signer';
import { attempt, type FileRecord, issuesOf, type Reading } from '../file-record';
import { type Issue, warning } from '../finding';
import { withSeconds } from '../five-field-cron';
import { fieldNames } from '../hints';
import { ignoringUnknown } from '../unknown-fields';

const POLICIES = 'policies';

/** What relayers of a file may refer to. */
export interface RelayerReferences {
  /** The signer of an id; without a value where nothing can be known of it, which is then not held against the relayer. */
  signer(id: string): Reading<Signer>;
  /** The id of the notification that is to be stored; null where it notifies nobody. */
  notification(id: string): Reading<string | null>;
}

/** Reads the relayers of a file. */
export class RelayerSection {
  private readonly rules: RelayerRules;

  constructor(
    private readonly networkTypes: NetworkTypes,
    urls: UrlRules,
  ) {
    this.rules = new RelayerRules(networkTypes, urls);
  }

  read({ value: given }: FileRecord, references: RelayerReferences): Reading<Relayer> {
    const { value, issues: ignored } = this.withoutUnknown({ ...given, ...rpcUrlsOf(given) });
    const { policies, issues } = policiesOf(value);
    const { signer_id: signerId, notification_id: notificationId } = value;
    const signer: Reading<Signer> = typeof signerId === 'string' ? references.signer(signerId) : { issues: [] };
    const notified: Reading<unknown> =
      typeof notificationId === 'string'
        ? references.notification(notificationId)
        : { value: notificationId, issues: [] };
    const body = { ...value, policies, notification_id: notified.value };
    const { value: relayer, faults } = attempt(() => {
      const validated = validate(RelayerDraft, body);
      return this.rules.create(validated.value, signer.value, this.rules.draftFaults(validated));
    });
    const settled = typeof signerId === 'string' && !signer.value ? ['signer_id'] : [];
    const said = [...ignored, ...issues, ...signer.issues, ...notified.issues];
    return {
      value: relayer,
      issues: [
        ...said,
        ...issuesOf(faults, [...settled, ...pathsOfErrors(said)], (at) => this.namesFor(value, at), value),
      ],
    };
  }

  /** What the OpenZeppelin Relayer ignores: unknown fields of relayers, endpoints, tokens and some options. */
  private withoutUnknown(given: PlainObject): { readonly value: PlainObject; readonly issues: readonly Issue[] } {
    const known = ignoringUnknown(RelayerDraft, given, '', () => true);
    const type = this.networkTypes.find(given.network_type);
    const { policies } = known.value;
    if (!type || !isPlainObject(policies)) return known;
    const lenient = type.inFiles?.lenient ?? [];
    const { value, issues } = ignoringUnknown(type.policies, policies, POLICIES, (path) =>
      lenient.some((start) => path === start || path.startsWith(`${start}.`)),
    );
    return { value: { ...known.value, policies: value }, issues: [...known.issues, ...issues] };
  }

  private namesFor({ network_type }: PlainObject, at: string): readonly string[] {
    const type = this.networkTypes.find(network_type);
    return type && at.startsWith(POLICIES) ? fieldNames(type.policies, at.slice(POLICIES.length)) : [];
  }
}

const pathsOfErrors = (issues: readonly Issue[]): string[] =>
  issues.filter(({ severity }) => severity === 'error').map(({ path }) => path);

/** Endpoints may be given by their URLs alone. */
function rpcUrlsOf({ custom_rpc_urls: given }: PlainObject): object {
  if (!Array.isArray(given)) return {};
  return { custom_rpc_urls: given.map((entry: unknown) => (typeof entry === 'string' ? { url: entry } : entry)) };
}

/** Schedules may have five fields, as crontabs have them. */
function policiesOf({ policies }: PlainObject): { readonly policies: unknown; readonly issues: readonly Issue[] } {
  const swap = isPlainObject(policies) ? policies.swap_config : undefined;
  const schedule = isPlainObject(swap) ? withSeconds(swap.cron_schedule) : undefined;
  if (!isPlainObject(policies) || !isPlainObject(swap) || schedule === undefined) return { policies, issues: [] };
  const path = 'policies.swap_config.cron_schedule';
  const message = 'has five fields: it is read with the second 0 before them';
  return {
    policies: { ...policies, swap_config: { ...swap, cron_schedule: schedule } },
    issues: [warning(path, message, `write "${schedule}"`)],
  };
}
