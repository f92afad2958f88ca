import type { Account } from '../../chains/account';
import { DomainError, type Fault } from '../../kernel/domain-error';
import { newEntityId } from '../../kernel/entity-id';
import { stringifyExact } from '../../kernel/exact-json';
import { mergePatch, type PlainObject } from '../../kernel/merge-patch';
import { below, validate, type Validated } from '../../kernel/validation';
import type { DisabledReason } from './disabled-reason';
import type { NetworkType } from './policies/policy';
import type { RelayerPatch } from './relayer.patch';
import { RelayerDraft } from './relayer.fields';
import type { RpcConfig } from './rpc-config';

/** The plain form of a relayer, in the names that everybody sees. */
export interface RelayerDocument {
  readonly id: string;
  readonly name: string;
  readonly network: string;
  readonly network_type: string;
  /** Empty while unknown. */
  readonly address: string;
  readonly paused: boolean;
  readonly system_disabled: boolean;
  /** There while `system_disabled`. */
  readonly disabled_reason?: DisabledReason | undefined;
  readonly signer_id: string;
  readonly notification_id: string | null;
  readonly custom_rpc_urls: readonly RpcConfig[] | null;
  readonly policies: PlainObject;
}

/** The configuration of a relayer. Always valid for its network type; a change makes another one. */
export class Relayer {
  readonly document: RelayerDocument;

  private constructor(
    document: RelayerDocument,
    readonly networkType: NetworkType,
  ) {
    this.document = inOrder(document);
  }

  /**
   * A new relayer in service.
   * @param account what the signer's configuration tells of its account
   * @param known what is wrong already
   * @throws DomainError of kind `invalid` with every broken rule
   */
  static create(
    draft: RelayerDraft,
    networkType: NetworkType,
    account: Account | undefined,
    known: readonly Fault[] = [],
  ): Relayer {
    const address = account?.address ?? (account?.publicKey && networkType.addressOf(account.publicKey));
    const standing = { id: draft.id ?? newEntityId(), address: address ?? draft.address ?? '', system_disabled: false };
    const faults = [...known, ...addressFaults(draft, networkType, address, account?.refusal)];
    return Relayer.compose(draft, standing, networkType, faults);
  }

  /** A relayer as it was stored. */
  static restore(document: RelayerDocument, networkType: NetworkType): Relayer {
    return new Relayer(document, networkType);
  }

  get id(): string {
    return this.document.id;
  }

  equals(other: Relayer): boolean {
    return stringifyExact(this.document) === stringifyExact(other.document);
  }

  /**
   * The relayer after a merge patch (RFC 7396) of its mutable fields.
   * @param known what is wrong already
   * @throws DomainError of kind `invalid` with every broken rule
   */
  patched(patch: RelayerPatch, known: readonly Fault[] = []): Relayer {
    const { id, address, system_disabled, disabled_reason, ...changeable } = this.document;
    const standing = { id, address, system_disabled, ...(disabled_reason && { disabled_reason }) };
    const policies =
      patch.policies === null ? this.requiredPolicies() : mergePatch(this.document.policies, patch.policies ?? {});
    const whole = { ...(mergePatch(changeable, patch) as object), policies };
    const { value: draft, faults } = validate(RelayerDraft, whole);
    return Relayer.compose(draft, standing, this.networkType, [...known, ...faults]);
  }

  /** The relayer after a runtime took it out of service for a reason, or put it back without one. */
  withSystemState(reason: DisabledReason | undefined): Relayer {
    const document = { ...this.document, system_disabled: reason !== undefined, disabled_reason: reason };
    return new Relayer(document, this.networkType);
  }

  /**
   * The relayer as the successor of one that is stored under its id: what its service found out stays, and so does an
   * address that is neither given nor derived, where it still belongs to the signer.
   */
  succeeding({ document: before }: Relayer): Relayer {
    const { address, ...wanted } = this.document;
    const { system_disabled, disabled_reason } = before;
    const isSameAccount = before.signer_id === wanted.signer_id && before.network_type === wanted.network_type;
    const document = {
      ...wanted,
      address: address === '' && isSameAccount ? before.address : address,
      system_disabled,
      ...(disabled_reason && { disabled_reason }),
    };
    return new Relayer(document, this.networkType);
  }

  private static compose(
    draft: RelayerDraft,
    standing: Pick<RelayerDocument, 'id' | 'address' | 'system_disabled' | 'disabled_reason'>,
    networkType: NetworkType,
    known: readonly Fault[],
  ): Relayer {
    const { value: policies, faults } = validatePolicies(draft, networkType);
    if (known.length + faults.length > 0) throw DomainError.invalid([...known, ...faults]);
    const { name, network, paused, signer_id, notification_id = null, custom_rpc_urls = null } = draft;
    const given = {
      name,
      network,
      network_type: networkType.name,
      paused,
      signer_id,
      notification_id,
      custom_rpc_urls,
    };
    return new Relayer({ policies, ...standing, ...given }, networkType);
  }

  private requiredPolicies(): PlainObject {
    const { required } = this.networkType;
    return Object.fromEntries(Object.entries(this.document.policies).filter(([name]) => required.includes(name)));
  }
}

/** A document whose text is the same wherever it comes from. */
const inOrder = (document: RelayerDocument): RelayerDocument => ({
  id: document.id,
  name: document.name,
  network: document.network,
  network_type: document.network_type,
  address: document.address,
  paused: document.paused,
  system_disabled: document.system_disabled,
  ...(document.disabled_reason && { disabled_reason: document.disabled_reason }),
  signer_id: document.signer_id,
  notification_id: document.notification_id,
  custom_rpc_urls: document.custom_rpc_urls,
  policies: document.policies,
});

function validatePolicies(draft: RelayerDraft, networkType: NetworkType): Validated<PlainObject> {
  const { value, faults } = validate(networkType.policies, draft.policies ?? {}, 'policies');
  const broken = networkType
    .check(value, draft)
    .map(({ path, message }) => ({ path: below('policies', path), message }));
  return { value: value as PlainObject, faults: [...faults, ...broken] };
}

/** @param known the account that the signer tells of */
function addressFaults(
  { address: given }: RelayerDraft,
  type: NetworkType,
  known: string | undefined,
  refusal: string | undefined,
): Fault[] {
  const wrong = refusal ?? (known === undefined ? undefined : type.addressFault(known));
  const ofSigner = wrong === undefined ? [] : [{ path: 'signer_id', message: wrong }];
  if (given === undefined) return ofSigner;
  const fault = type.addressFault(given);
  const canonical = (address: string): string => type.canonicalAddress?.(address) ?? address;
  if (fault !== undefined) return [...ofSigner, { path: 'address', message: fault }];
  if (known === undefined || canonical(known) === canonical(given)) return ofSigner;
  return [...ofSigner, { path: 'address', message: `must be ${known}, the account of the signer` }];
}
