import type { Account } from '../../kernel/account';
import { DomainError, type Fault } from '../../kernel/domain-error';
import { newEntityId } from '../../kernel/entity-id';
import { stringifyExact } from '../../kernel/exact-json';
import { maskUrl } from '../../kernel/http-url';
import { mergePatch, type PlainObject } from '../../kernel/merge-patch';
import { below, Shape } from '../../kernel/shape';
import { type DisabledReason, withUrlsChanged } from './disabled-reason';
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
  #json: string | undefined;

  private constructor(
    readonly document: RelayerDocument,
    readonly networkType: NetworkType,
    json?: string,
  ) {
    this.#json = json;
  }

  /**
   * A new relayer in service.
   * @param account what the signer's configuration tells of its account
   * @param faults what is wrong already
   * @throws DomainError of kind `invalid` with every broken rule
   */
  static create(
    draft: RelayerDraft,
    networkType: NetworkType,
    account: Account | undefined,
    faults: Fault[] = [],
  ): Relayer {
    const address = addressOf(draft, networkType, account, faults);
    const standing = { id: draft.id ?? newEntityId(), address, system_disabled: false };
    return Relayer.compose(draft, standing, networkType, faults);
  }

  /**
   * A relayer as it was kept.
   * @param json its `json`, where that was kept, too
   */
  static restore(document: RelayerDocument, networkType: NetworkType, json?: string): Relayer {
    return new Relayer(document, networkType, json);
  }

  get id(): string {
    return this.document.id;
  }

  /**
   * The JSON text of its plain form, with null for its RPC endpoints and masked URLs in the reason for which it is out of
   * service: these are kept and shown apart from it.
   */
  get json(): string {
    return (this.#json ??= this.toText());
  }

  equals(other: Relayer): boolean {
    const apart = ({ rpcUrls, hiddenReason }: Relayer): string => JSON.stringify([rpcUrls, hiddenReason]);
    return this.json === other.json && apart(this) === apart(other);
  }

  /** Why it is out of service, where its JSON text tells that with masked URLs. */
  get hiddenReason(): DisabledReason | undefined {
    const { disabled_reason: reason } = this.document;
    if (!reason || JSON.stringify(withUrlsChanged(reason, maskUrl)) === JSON.stringify(reason)) return undefined;
    return reason;
  }

  get rpcUrls(): readonly RpcConfig[] | null {
    return this.document.custom_rpc_urls;
  }

  /**
   * The relayer after a merge patch (RFC 7396) of its mutable fields.
   * @param faults what is wrong already
   * @throws DomainError of kind `invalid` with every broken rule
   */
  patched(patch: RelayerPatch, faults: Fault[] = []): Relayer {
    const { id, address, system_disabled, disabled_reason, ...changeable } = this.document;
    const standing = { id, address, system_disabled, ...(disabled_reason && { disabled_reason }) };
    const policies =
      patch.policies === null ? this.requiredPolicies() : mergePatch(this.document.policies, patch.policies ?? {});
    const draft = Shape.of(RelayerDraft).read({ ...(mergePatch(changeable, patch) as object), policies }, '', faults);
    return Relayer.compose(draft, standing, this.networkType, faults);
  }

  /** The relayer after a runtime took it out of service for a reason, or put it back without one. */
  withSystemState(reason: DisabledReason | undefined): Relayer {
    const document = { ...this.document, system_disabled: reason !== undefined, disabled_reason: reason };
    return new Relayer(inOrder(document), this.networkType);
  }

  /**
   * The relayer as the successor of one that is kept under its id: what its service found out stays, and so does an
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
    return new Relayer(inOrder(document), this.networkType);
  }

  private toText(): string {
    const { disabled_reason: reason } = this.document;
    const masked = reason && { disabled_reason: withUrlsChanged(reason, maskUrl) };
    return stringifyExact({ ...this.document, ...masked, custom_rpc_urls: null });
  }

  private static compose(
    draft: RelayerDraft,
    standing: Pick<RelayerDocument, 'id' | 'address' | 'system_disabled' | 'disabled_reason'>,
    networkType: NetworkType,
    faults: Fault[],
  ): Relayer {
    const policies = readPolicies(draft, networkType, faults);
    if (faults.length > 0) throw DomainError.invalid(faults);
    const { id, address, system_disabled, disabled_reason } = standing;
    // A literal that starts with a spread of other fields takes ten times the memory, and much longer.
    const document = inOrder({
      id,
      name: draft.name,
      network: draft.network,
      network_type: networkType.name,
      address,
      paused: draft.paused,
      system_disabled,
      ...(disabled_reason && { disabled_reason }),
      signer_id: draft.signer_id,
      notification_id: draft.notification_id ?? null,
      custom_rpc_urls: draft.custom_rpc_urls ?? null,
      policies,
    });
    return new Relayer(document, networkType);
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

function readPolicies(draft: RelayerDraft, networkType: NetworkType, faults: Fault[]): PlainObject {
  const policies = Shape.of(networkType.policies).read(draft.policies ?? {}, 'policies', faults);
  for (const { path, message } of networkType.check(policies, draft)) {
    faults.push({ path: below('policies', path), message });
  }
  return policies as PlainObject;
}

function addressOf(draft: RelayerDraft, type: NetworkType, account: Account | undefined, faults: Fault[]): string {
  const known = account?.address ?? (account?.publicKey && type.addressOf(account.publicKey));
  const wrong = account?.refusal ?? (known === undefined ? undefined : type.addressFault(known));
  if (wrong !== undefined) faults.push({ path: 'signer_id', message: wrong });
  if (draft.address === undefined) return known ?? '';
  const given = type.addressFault(draft.address);
  const canonical = (address: string): string => type.canonicalAddress?.(address) ?? address;
  if (given !== undefined) faults.push({ path: 'address', message: given });
  else if (known !== undefined && canonical(known) !== canonical(draft.address)) {
    faults.push({ path: 'address', message: `must be ${known}, the account of the signer` });
  }
  return known ?? draft.address;
}
