import type { ShownRelayer } from '../speed/records';

/** The columns of a hand-written table, in the order of the fields. */
export const RELAYER_COLUMNS = `id, name, network, network_type, address, paused, system_disabled, signer_id, notification_id,
  custom_rpc_urls, policies`;

export const CREATE_NOTIFICATIONS = `CREATE TABLE notifications (
  id varchar(36) PRIMARY KEY, type text NOT NULL, url text NOT NULL, has_signing_key boolean NOT NULL)`;

/** @param place the type of the column that gives the order of creation */
export const createRelayers = (place: string): string => `CREATE TABLE relayers (
  seq ${place}, id varchar(36) NOT NULL UNIQUE, name text NOT NULL, network text NOT NULL,
  network_type text NOT NULL, address text NOT NULL, paused boolean NOT NULL, system_disabled boolean NOT NULL,
  signer_id text NOT NULL, notification_id text, custom_rpc_urls text, policies text NOT NULL)`;

export interface RelayerRow extends Omit<ShownRelayer, 'custom_rpc_urls' | 'policies' | 'paused' | 'system_disabled'> {
  /** SQLite has numbers for booleans. */
  readonly paused: boolean | number;
  readonly system_disabled: boolean | number;
  /** JSON texts. */
  readonly custom_rpc_urls: string | null;
  readonly policies: string;
}

export const relayerOf = (row: RelayerRow): ShownRelayer => ({
  id: row.id,
  name: row.name,
  network: row.network,
  network_type: row.network_type,
  address: row.address,
  paused: Boolean(row.paused),
  system_disabled: Boolean(row.system_disabled),
  signer_id: row.signer_id,
  notification_id: row.notification_id,
  custom_rpc_urls:
    row.custom_rpc_urls === null ? null : (JSON.parse(row.custom_rpc_urls) as ShownRelayer['custom_rpc_urls']),
  policies: JSON.parse(row.policies) as ShownRelayer['policies'],
});

export const rowOf = (relayer: ShownRelayer): (string | boolean | null)[] => [
  relayer.id,
  relayer.name,
  relayer.network,
  relayer.network_type,
  relayer.address,
  relayer.paused,
  relayer.system_disabled,
  relayer.signer_id,
  relayer.notification_id,
  relayer.custom_rpc_urls && JSON.stringify(relayer.custom_rpc_urls),
  JSON.stringify(relayer.policies),
];
