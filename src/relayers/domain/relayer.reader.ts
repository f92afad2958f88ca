import type { Account } from '../../kernel/account';
import { DomainError, type Fault } from '../../kernel/domain-error';
import { Shape } from '../../kernel/shape';
import type { UrlRules } from '../../kernel/url-rules';
import type { Signer } from '../../signers/domain/signer';
import type { NetworkTypes } from './policies';
import type { NetworkType } from './policies/policy';
import { Relayer } from './relayer';
import { RelayerDraft } from './relayer.fields';
import type { RpcConfig } from './rpc-config';

/** Reads drafts of relayers, in two steps: what a draft says by itself, and what it makes with its signer. */
export class RelayerReader {
  constructor(
    private readonly networkTypes: NetworkTypes,
    private readonly urls: UrlRules,
  ) {}

  /** @param body what a caller sent, unread; every fault in it is added to `faults` */
  draft(body: unknown, faults: Fault[]): RelayerDraft {
    const draft = Shape.of(RelayerDraft).read(body, '', faults);
    if (draft.network_type && !this.networkTypeOf(draft)) {
      const names = this.networkTypes.all().map(({ name }) => name);
      faults.push({ path: 'network_type', message: `must be one of ${names.join(', ')}` });
    }
    return draft;
  }

  /**
   * What the signer of a draft tells of its account; a signer that cannot sign for it is a fault.
   * @param signer the one that the draft names; undefined where there is none
   */
  account(draft: RelayerDraft, signer: Signer | undefined, faults: Fault[]): Account | undefined {
    const networkType = this.networkTypeOf(draft);
    const path = 'signer_id';
    if (!signer) {
      faults.push({ path, message: 'must be the id of a signer' });
      return undefined;
    }
    if (!networkType) return undefined;
    const { type, networkTypes } = signer.kind;
    if (networkTypes.includes(networkType.name) || networkType.signerTypes?.includes(type)) {
      return signer.account(networkType.curve);
    }
    faults.push({ path, message: `must be a signer for ${networkType.name}, which one of type ${type} is not` });
    return undefined;
  }

  /**
   * The relayer that a draft describes.
   * @param faults what is wrong already
   * @throws DomainError `invalid` with every fault
   */
  compose(draft: RelayerDraft, account: Account | undefined, faults: Fault[]): Relayer {
    const networkType = this.networkTypeOf(draft);
    this.checkRpcUrls(draft.custom_rpc_urls, faults);
    if (!networkType) throw DomainError.invalid(faults);
    return Relayer.create(draft, networkType, account, faults);
  }

  checkRpcUrls(configs: readonly RpcConfig[] | null | undefined, faults: Fault[]): void {
    for (const [index, { url }] of configs?.entries() ?? []) {
      const message = this.urls.rpcFault(url);
      if (message !== undefined) faults.push({ path: `custom_rpc_urls[${String(index)}].url`, message });
    }
  }

  private networkTypeOf({ network_type }: RelayerDraft): NetworkType | undefined {
    return this.networkTypes.find(network_type);
  }
}
