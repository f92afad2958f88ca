import { createHash } from 'node:crypto';
import type { PlainObject } from '../../kernel/merge-patch';
import type { Network } from '../../networks/domain/network';
import type { NotificationDocument } from '../../notifications/domain/notification';
import type { SigningKey } from '../../notifications/domain/signing-key';
import type { PluginDocument } from '../../plugins/domain/plugin';
import type { RelayerDocument } from '../../relayers/domain/relayer';
import { replaceSecrets } from '../../signers/domain/concealment';
import type { Signer } from '../../signers/domain/signer';

/** A secret as a file has it. */
export interface Reference {
  readonly type: 'env' | 'plain';
  readonly value: string;
}

/** A secret that is to be referred to. */
export interface Secret {
  /** What a name is made of where it has none. */
  readonly place: readonly string[];
  readonly text: string;
  /** The variable that it came from. */
  readonly variable?: string | undefined;
}

/** What stands for a secret. */
export type Refer = (secret: Secret) => Reference;

/** A whole configuration, in the order in which a file has it; amounts are exact. */
export interface ExportedConfiguration {
  readonly relayers: readonly PlainObject[];
  readonly signers: readonly PlainObject[];
  readonly notifications: readonly PlainObject[];
  readonly networks?: readonly PlainObject[];
  readonly plugins: readonly PlainObject[];
}

export const signerDocument = ({ id, kind, config, variables }: Signer, refer: Refer): PlainObject => ({
  id,
  type: kind.type,
  config: replaceSecrets(kind.config, config, (path, text) =>
    refer({ place: ['SIGNER', id, path], text, variable: variables[path] }),
  ),
});

export const notificationDocument = (
  { id, type, url, events }: NotificationDocument,
  key: SigningKey | undefined,
  refer: Refer,
): PlainObject => ({
  id,
  type,
  url,
  ...(key && {
    signing_key: refer({ place: ['NOTIFICATION', id, 'SIGNING_KEY'], text: key.reveal(), variable: key.variable }),
  }),
  ...(events && { events }),
});

export const networkDocument = ({ kind, name }: Network, values: Network['values']): PlainObject => ({
  type: kind.type,
  network: name,
  ...values,
});

export const pluginDocument = ({ config, ...open }: PluginDocument): PlainObject => ({
  ...open,
  ...(config && { config }),
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

/**
 * Names of variables: those that secrets came from, else made of their places. One name never stands for two secrets:
 * then the second gets a number.
 */
export class VariableNames {
  /** The digests of what they hold, as nothing here needs to keep that. */
  private readonly taken = new Map<string, string>();

  readonly refer: Refer = ({ place, text, variable }) => {
    const digest = createHash('sha256').update(text).digest('hex');
    const name = variable ?? nameOf(place);
    let free = name;
    for (let number = 2; !this.isFree(free, variable === undefined ? undefined : digest); number++) {
      free = `${name}_${String(number)}`;
    }
    this.taken.set(free, digest);
    return { type: 'env', value: free };
  };

  /** Two secrets that came from one variable share it for as long as they are the same. */
  private isFree(name: string, digest: string | undefined): boolean {
    const known = this.taken.get(name);
    return known === undefined || known === digest;
  }

  /** In the order of the alphabet. */
  get all(): readonly string[] {
    return [...this.taken.keys()].sort();
  }
}

const nameOf = (place: readonly string[]): string =>
  place
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
