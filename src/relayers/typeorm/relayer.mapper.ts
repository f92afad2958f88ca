import type { SecretBox } from '../../encryption/secret-box';
import { parseExact, stringifyExact } from '../../kernel/exact-json';
import type { PlainObject } from '../../kernel/merge-patch';
import type { Stored } from '../../kernel/record';
import type { DisabledReason } from '../domain/disabled-reason';
import type { NetworkTypes } from '../domain/policies';
import { Relayer } from '../domain/relayer';
import type { RpcConfig } from '../domain/rpc-config';
import { locationOfReason, locationOfRpcUrls, type RelayerRow } from './relayer.row';

/** Relayers and their rows, both ways. What may carry a credential is sealed in the row. */
export class RelayerMapper {
  constructor(
    private readonly box: SecretBox,
    private readonly networkTypes: NetworkTypes,
  ) {}

  row({ document }: Relayer, version: number): Omit<RelayerRow, 'seq'> {
    const { id, name, address, custom_rpc_urls: rpcUrls, disabled_reason: reason } = document;
    return {
      id,
      version,
      name,
      network_type: document.network_type,
      network: document.network,
      address,
      paused: document.paused,
      system_disabled: document.system_disabled,
      signer_id: document.signer_id,
      notification_id: document.notification_id,
      policies: stringifyExact(document.policies),
      search_text: [id, name, address].join('\n').toLowerCase(),
      custom_rpc_urls: rpcUrls && this.box.seal(JSON.stringify(rpcUrls), locationOfRpcUrls(id)),
      key_id: rpcUrls && this.box.keyId,
      disabled_reason: reason ? this.box.seal(JSON.stringify(reason), locationOfReason(id)) : null,
      disabled_reason_key: reason ? this.box.keyId : null,
    };
  }

  /** @throws SealError */
  stored(row: RelayerRow): Stored<Relayer> {
    return { entity: this.entity(row), position: row.seq, version: row.version };
  }

  /** @throws SealError */
  entity(row: RelayerRow): Relayer {
    const { id, custom_rpc_urls: rpcUrls, disabled_reason: reason } = row;
    const { name, network, network_type, address, signer_id, notification_id } = row;
    const networkType = this.networkTypes.find(row.network_type);
    if (!networkType) throw new Error(`Nothing here knows the network type ${row.network_type}`);
    const document = {
      ...{ id, name, network, network_type, address, signer_id, notification_id },
      paused: Boolean(row.paused),
      system_disabled: Boolean(row.system_disabled),
      ...(reason !== null && { disabled_reason: this.open(reason, locationOfReason(id)) as DisabledReason }),
      custom_rpc_urls: rpcUrls === null ? null : (this.open(rpcUrls, locationOfRpcUrls(id)) as RpcConfig[]),
      policies: parseExact(row.policies) as PlainObject,
    };
    return Relayer.restore(document, networkType);
  }

  private open(sealed: string, location: string): unknown {
    return JSON.parse(this.box.open(sealed, location));
  }
}
