import type { Account } from '../../chains/account';
import { DomainError, type Fault } from '../../kernel/domain-error';
import type { UrlRules } from '../../kernel/url-rules';
import type { Validated } from '../../kernel/validation';
import type { Signer } from '../../signers/domain/signer';
import type { NetworkTypes } from './policies';
import type { NetworkType } from './policies/policy';
import { Relayer } from './relayer';
import type { RelayerDraft } from './relayer.fields';
import type { RpcConfig } from './rpc-config';

/** The rules of relayers that look beyond a relayer: at the network types that there are, at signers, at addresses. */
export class RelayerRules {
  constructor(
    private readonly networkTypes: NetworkTypes,
    private readonly urls: UrlRules,
  ) {}

  /** What is wrong with a draft by itself. */
  draftFaults({ value: { network_type }, faults }: Validated<RelayerDraft>): readonly Fault[] {
    if (!network_type || this.networkTypes.find(network_type)) return faults;
    return [...faults, this.networkTypes.unknown(network_type)];
  }

  /**
   * The relayer that a draft describes.
   * @param signer the one that the draft names; undefined where there is none
   * @param ofDraft what is wrong with the draft
   * @param ofReferences what is wrong with what else it refers to
   * @throws DomainError `invalid` with every fault
   */
  create(
    draft: RelayerDraft,
    signer: Signer | undefined,
    ofDraft: readonly Fault[],
    ofReferences: readonly Fault[] = [],
  ): Relayer {
    const networkType = this.networkTypes.find(draft.network_type);
    const faults = [
      ...ofDraft,
      ...signerFaults(signer, networkType),
      ...ofReferences,
      ...this.rpcUrlFaults(draft.custom_rpc_urls),
    ];
    if (!networkType) throw DomainError.invalid(faults);
    return Relayer.create(draft, networkType, accountOf(signer, networkType), faults);
  }

  rpcUrlFaults(configs: readonly RpcConfig[] | null | undefined): readonly Fault[] {
    return (configs ?? []).flatMap(({ url }, index) => {
      const message = this.urls.rpcFault(url);
      return message === undefined ? [] : [{ path: `custom_rpc_urls[${String(index)}].url`, message }];
    });
  }
}

const canSign = ({ kind: { type, networkTypes } }: Signer, { name, signerTypes }: NetworkType): boolean =>
  networkTypes.includes(name) || signerTypes?.includes(type) === true;

/** What its signer tells of its account. */
const accountOf = (signer: Signer | undefined, networkType: NetworkType): Account | undefined =>
  signer && canSign(signer, networkType) ? signer.account(networkType.curve) : undefined;

function signerFaults(signer: Signer | undefined, networkType: NetworkType | undefined): Fault[] {
  if (!signer) return [{ path: 'signer_id', message: 'must be the id of a signer' }];
  if (!networkType || canSign(signer, networkType)) return [];
  const message = `must be a signer for ${networkType.name}, which one of type ${signer.kind.type} is not`;
  return [{ path: 'signer_id', message }];
}
