import { validate } from '../../src/kernel/validation';
import { NetworkKinds } from '../../src/networks/domain/kinds';
import { Network } from '../../src/networks/domain/network';
import { Notification } from '../../src/notifications/domain/notification';
import type { NotificationDraft } from '../../src/notifications/domain/notification.fields';
import { NetworkTypes } from '../../src/relayers/domain/policies';
import { Plugin } from '../../src/plugins/domain/plugin';
import type { PluginDraft } from '../../src/plugins/domain/plugin.fields';
import { Relayer } from '../../src/relayers/domain/relayer';
import type { RelayerDraft } from '../../src/relayers/domain/relayer.fields';
import { SignerKinds } from '../../src/signers/domain/kinds';
import { Signer } from '../../src/signers/domain/signer';
import { SignerDraft } from '../../src/signers/domain/signer.fields';

/** The private key of account 0 of Hardhat and Anvil. */
export const SECRET_KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export const signerEntity = (id: string, key = SECRET_KEY): Signer =>
  Signer.create(
    validate(SignerDraft, { id, type: 'local', config: { key, key_name: `key of ${id}` } }),
    new SignerKinds(),
  );

export const notificationEntity = (id: string, given: Partial<NotificationDraft> = {}): Notification =>
  Notification.create({ id, url: `https://hooks.example.com/${id}`, ...given });

/** An EVM network by its id. */
export const networkEntity = (id: string, rpcUrl = `https://rpc.example.com/${id}`): Network =>
  new Network(id.replace('evm:', ''), new NetworkKinds().find('evm')!, {
    rpc_urls: [{ url: rpcUrl, weight: 100 }],
    chain_id: 2n ** 64n - 1n,
    required_confirmations: 1,
    symbol: 'ETH',
  });

/** On a network of its own, so that one signer can serve any number of them. */
export const relayerEntity = (id: string, given: Partial<RelayerDraft> = {}): Relayer => {
  const draft = { id, name: `Relayer ${id}`, network: `network of ${id}`, network_type: 'evm', paused: false };
  const whole = { ...draft, signer_id: 'signer', ...given };
  return Relayer.create(whole, new NetworkTypes().find(whole.network_type)!, undefined);
};

/** With a configuration, as such may be secret. */
export const pluginEntity = (id: string, given: Partial<PluginDraft> = {}): Plugin =>
  Plugin.create({ id, path: `plugins/${id}.ts`, config: { key: `key of ${id}` }, ...given });
