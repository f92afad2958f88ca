/** A relayer as the service shows it. Its amounts are such that a `number` writes them with the same digits. */
export interface ShownRelayer {
  readonly id: string;
  readonly name: string;
  readonly network: string;
  readonly network_type: string;
  readonly address: string;
  readonly paused: boolean;
  readonly system_disabled: boolean;
  readonly signer_id: string;
  readonly notification_id: string | null;
  readonly custom_rpc_urls: readonly { readonly url: string; readonly weight: number }[] | null;
  readonly policies: Readonly<Record<string, unknown>>;
}

export interface ShownNotification {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly has_signing_key: boolean;
}

export interface ShownSigner {
  readonly id: string;
  readonly type: string;
  readonly config: Readonly<Record<string, string>>;
}

/** How many relayers share a signer: one for each network. */
const NETWORKS = [
  'mainnet',
  'sepolia',
  'holesky',
  'polygon',
  'optimism',
  'arbitrum',
  'base',
  'devnet',
  'testnet',
  'futurenet',
] as const;
const FIRST_SOLANA = 7;
const FIRST_STELLAR = 8;
const SOLANA_ADDRESS = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const STELLAR_ADDRESS = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const numbered = (name: string, index: number): string => `${name}-${String(index).padStart(7, '0')}`;

export const relayerId = (index: number): string => numbered('relayer', index);
export const notificationId = (index: number): string => numbered('notification', index);

/** For that many relayers: every one of them with its own place on a signer, and one in ten paused. */
export const signersFor = (relayers: number): number => Math.ceil(relayers / NETWORKS.length);
export const notificationsFor = (relayers: number): number => Math.ceil(relayers / NETWORKS.length);

export const signer = (index: number): ShownSigner => ({
  id: numbered('signer', index),
  type: 'aws_kms',
  config: { region: 'eu-central-1', key_id: `alias/${numbered('relayer', index)}` },
});

export const notification = (index: number): ShownNotification => ({
  id: notificationId(index),
  type: 'webhook',
  url: `https://hooks.example.com/${String(index)}`,
  has_signing_key: false,
});

/** The record with that number, counted from 0: three in ten are not on an EVM network, half of the others have endpoints. */
export function relayer(index: number): ShownRelayer {
  const place = index % NETWORKS.length;
  const group = Math.floor(index / NETWORKS.length);
  const [network_type, address, policies] = kindOf(place, index);
  const hasUrls = network_type === 'evm' && index % 2 === 0;
  return {
    id: relayerId(index),
    name: `Relayer ${String(index)}`,
    network: NETWORKS[place] ?? '',
    network_type,
    address,
    paused: place === 3,
    system_disabled: false,
    signer_id: signer(group).id,
    notification_id: index % 2 === 0 ? null : notificationId(group),
    custom_rpc_urls: hasUrls ? [{ url: `https://rpc.example.com/v1/${String(index)}`, weight: 100 }] : null,
    policies,
  };
}

function kindOf(place: number, index: number): readonly [string, string, Readonly<Record<string, unknown>>] {
  if (place >= FIRST_STELLAR) {
    return [
      'stellar',
      STELLAR_ADDRESS,
      { fee_payment_strategy: 'relayer', max_fee: 1_000_000, timeout_seconds: 30, concurrent_transactions: true },
    ];
  }
  if (place >= FIRST_SOLANA) {
    const policies = {
      max_signatures: 5,
      max_tx_data_size: 1232,
      min_balance: 10_000_000,
      fee_payment_strategy: 'relayer',
    };
    return ['solana', SOLANA_ADDRESS, policies];
  }
  const policies = {
    min_balance: 500_000_000_000_000_000,
    gas_limit_estimation: true,
    gas_price_cap: 100_000_000_000,
    whitelist_receivers: [RECEIVER],
    eip1559_pricing: true,
    private_transactions: false,
  };
  return ['evm', `0x${index.toString(16).padStart(40, '0')}`, policies];
}
