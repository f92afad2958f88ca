import type { INestApplicationContext } from '@nestjs/common';
import { Transactions } from '../kernel/transactions';
import { NotificationsService } from '../notifications/notifications.service';
import { RelayersService } from '../relayers/relayers.service';
import { SignersService } from '../signers/signers.service';

/** Keys that everybody knows: the first accounts of the Hardhat network, and an Ed25519 key of RFC 8032. */
const signers = [
  {
    id: 'sepolia-signer',
    type: 'local',
    config: { key: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' },
  },
  {
    id: 'mainnet-signer',
    type: 'local',
    config: { key: '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d' },
  },
  {
    id: 'ed25519-signer',
    type: 'local',
    config: { key: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60' },
  },
];

const notifications = [
  {
    id: 'ops-webhook',
    url: 'https://hooks.example.com/relayers',
    signing_key: 'sample-signing-key-of-32-bytes-or-more',
  },
  { id: 'audit-webhook', url: 'https://audit.example.com/events' },
];

const relayers = [
  {
    id: 'sepolia-relayer',
    name: 'Sepolia relayer',
    network: 'sepolia',
    network_type: 'evm',
    paused: false,
    signer_id: 'sepolia-signer',
    notification_id: 'ops-webhook',
    custom_rpc_urls: [{ url: 'https://sepolia.example.com/rpc', weight: 100 }],
    policies: {
      min_balance: 500_000_000_000_000_000n,
      gas_price_cap: 100_000_000_000n,
      gas_limit_estimation: true,
      eip1559_pricing: true,
      private_transactions: false,
      whitelist_receivers: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    },
  },
  {
    id: 'mainnet-relayer',
    name: 'Mainnet relayer',
    network: 'mainnet',
    network_type: 'evm',
    paused: true,
    signer_id: 'mainnet-signer',
    policies: { min_balance: 20_000_000_000_000_000_000n, eip1559_pricing: true },
  },
  {
    id: 'solana-devnet-relayer',
    name: 'Solana devnet relayer',
    network: 'devnet',
    network_type: 'solana',
    paused: false,
    signer_id: 'ed25519-signer',
    notification_id: 'ops-webhook',
    policies: { fee_payment_strategy: 'relayer', min_balance: 10_000_000n, max_signatures: 5, max_tx_data_size: 1232 },
  },
  {
    id: 'stellar-testnet-relayer',
    name: 'Stellar testnet relayer',
    network: 'testnet',
    network_type: 'stellar',
    paused: false,
    signer_id: 'ed25519-signer',
    notification_id: 'audit-webhook',
    policies: {
      fee_payment_strategy: 'relayer',
      max_fee: 1_000_000n,
      timeout_seconds: 30n,
      concurrent_transactions: true,
    },
  },
];

/** Something to look at on the first start: relayers of every network type, their signers and notifications. */
export async function loadSampleData(app: INestApplicationContext): Promise<void> {
  await app.get(Transactions).run(async () => {
    for (const signer of signers) await app.get(SignersService).create(signer);
    for (const notification of notifications) await app.get(NotificationsService).create(notification);
    for (const relayer of relayers) await app.get(RelayersService).create(relayer);
  });
}
