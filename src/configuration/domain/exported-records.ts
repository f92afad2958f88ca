import type { PlainObject } from '../../kernel/merge-patch';
import type { NotificationDocument } from '../../notifications/domain/notification';
import type { RelayerDocument } from '../../relayers/domain/relayer';
import { replaceSecrets } from '../../signers/domain/concealment';
import type { Signer } from '../../signers/domain/signer';

/** A secret as a file has it. */
export interface Reference {
  readonly type: 'env' | 'plain';
  readonly value: string;
}

/** What stands for a secret: its place, and its value where that is at hand. */
export type Refer = (place: readonly string[], secret?: string) => Reference;

/** A whole configuration, in the order in which a file has it; amounts are exact. */
export interface ExportedConfiguration {
  readonly relayers: readonly PlainObject[];
  readonly signers: readonly PlainObject[];
  readonly notifications: readonly PlainObject[];
  readonly networks?: unknown;
  readonly plugins?: unknown;
}

export const signerDocument = ({ id, kind, config }: Signer, refer: Refer): PlainObject => ({
  id,
  type: kind.type,
  config: replaceSecrets(kind.config, config, (path, secret) => refer(['SIGNER', id, path], secret)),
});

export const notificationDocument = (
  { id, type, url, has_signing_key, events }: NotificationDocument,
  refer: Refer,
  key?: string,
): PlainObject => ({
  id,
  type,
  url,
  ...(has_signing_key && { signing_key: refer(['NOTIFICATION', id, 'SIGNING_KEY'], key) }),
  ...(events && { events }),
});

/** @param hasOwnAddress whether nothing else tells its address */
export const relayerDocument = (
  { id, name, network, network_type, paused, ...rest }: RelayerDocument,
  hasOwnAddress: boolean,
): PlainObject => ({
  id,
  name,
  network,
  paused,
  ...(rest.notification_id !== null && { notification_id: rest.notification_id }),
  signer_id: rest.signer_id,
  network_type,
  ...(hasOwnAddress && rest.address !== '' && { address: rest.address }),
  policies: rest.policies,
  ...(rest.custom_rpc_urls !== null && { custom_rpc_urls: rest.custom_rpc_urls }),
});

/** Names of variables, made of the places of secrets. Places whose names would be the same get numbers. */
export class VariableNames {
  private readonly taken = new Set<string>();

  readonly refer: Refer = (place) => {
    const name = place
      .join('_')
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_');
    let free = name;
    for (let number = 2; this.taken.has(free); number++) free = `${name}_${String(number)}`;
    this.taken.add(free);
    return { type: 'env', value: free };
  };

  /** In the order of the alphabet. */
  get all(): readonly string[] {
    return [...this.taken].sort();
  }
}
