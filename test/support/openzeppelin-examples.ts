/** A folder as the OpenZeppelin Relayer shows one: what its config.json says, and what that refers to. */
export interface OpenZeppelinExample {
  readonly name: string;
  readonly config: object;
  /** The networks in `config/networks`, where it names that folder. */
  readonly networks?: readonly object[];
  /** The files of keys in `config/keys`. */
  readonly keys: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

interface Parts {
  readonly relayers: readonly object[];
  readonly signers: readonly object[];
  readonly notifications?: readonly object[];
  readonly networks?: string | readonly object[] | null | undefined;
  readonly plugins?: readonly object[] | null | undefined;
}

const FOLDER = './config/networks';
const env = (value: string): object => ({ type: 'env', value });

const VALUES: Readonly<Record<string, string>> = {
  WEBHOOK_SIGNING_KEY: 'a-signing-key-of-at-least-32-bytes',
  AZURE_TENANT_ID: '72f988bf-86f1-41af-91ab-2d7cd011db47',
  AZURE_CLIENT_ID: '00000000-0000-4000-8000-000000000001',
  CDP_API_KEY_SECRET: 'Zm9vYmFy',
  CDP_WALLET_SECRET: 'Zm9vYmE=',
  GCP_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----\n',
};

const rpc = (name: string): object => ({ rpc_urls: [`https://${name}.rpc.example.com`] });
const sepolia = {
  ...{ type: 'evm', network: 'sepolia', ...rpc('sepolia') },
  ...{ chain_id: 11_155_111, required_confirmations: 6, symbol: 'ETH', average_blocktime_ms: 12_000 },
  ...{ features: ['eip1559'], is_testnet: true, tags: ['ethereum', 'testnet'] },
  explorer_urls: ['https://api.explorer.example.com/api', 'https://explorer.example.com'],
};
const custom = {
  ...{ from: 'sepolia', type: 'evm', network: 'sepolia-custom', ...rpc('custom') },
  ...{ required_confirmations: 3, symbol: 'ETH', chain_id: 343_434_324, tags: ['custom'] },
};
const cached = { ...sepolia, gas_price_cache: { enabled: true, stale_after_ms: 20_000, expire_after_ms: 45_000 } };
const SHIPPED = [
  sepolia,
  { type: 'solana', network: 'devnet', ...rpc('devnet'), is_testnet: true, average_blocktime_ms: 400 },
  { type: 'stellar', network: 'testnet', ...rpc('testnet'), passphrase: 'Test SDF Network ; September 2015' },
];

const relayer = (id: string, network_type: string, network: string, signer_id: string, more: object = {}): object => ({
  ...{ id, name: `The relayer ${id}`, network, paused: false, signer_id, network_type },
  ...more,
});
const NOTIFIED = { notification_id: 'hook' };
const onSepolia = (signer: string, more: object = { ...NOTIFIED }): object =>
  relayer('sepolia-example', 'evm', 'sepolia', signer, { policies: { min_balance: 0 }, ...more });
const onTestnet = (id: string, signer: string, policies: object = {}): object =>
  relayer(id, 'stellar', 'testnet', signer, { policies: { fee_payment_strategy: 'relayer', ...policies } });
const onDevnet = (signer: string, policies: object, more: object = {}): object =>
  relayer('solana-relayer', 'solana', 'devnet', signer, { policies, ...more });
const MINT = 'So11111111111111111111111111111111111111112';
const USER_PAYS = { fee_payment_strategy: 'user', min_balance: 0, allowed_tokens: [{ mint: MINT }] };

const hook = {
  id: 'hook',
  type: 'webhook',
  url: 'https://hooks.example.com/relayers',
  signing_key: env('WEBHOOK_SIGNING_KEY'),
};
const local = (id = 'local-signer', passphrase = 'KEYSTORE_PASSPHRASE'): object => ({
  id,
  type: 'local',
  config: { path: `config/keys/${id}.json`, passphrase: env(passphrase) },
});
const aws = { id: 'kms', type: 'aws_kms', config: { region: 'eu-central-1', key_id: 'alias/relayers' } };
const azure = {
  id: 'kms',
  type: 'azure_key_vault',
  config: {
    auth_type: 'client_secret',
    tenant_id: env('AZURE_TENANT_ID'),
    client_id: env('AZURE_CLIENT_ID'),
    client_secret: env('AZURE_CLIENT_SECRET'),
    ...{ vault_url: 'https://relayers.vault.azure.net', key_name: 'treasury', key_version: null },
  },
};
const gcp = (key: object): object => ({
  id: 'kms',
  type: 'google_cloud_kms',
  config: {
    service_account: {
      ...{ project_id: 'example-project', client_id: '123456789012345678901' },
      private_key_id: env('GCP_PRIVATE_KEY_ID'),
      private_key: env('GCP_PRIVATE_KEY'),
      client_email: env('GCP_CLIENT_EMAIL'),
    },
    key: { key_ring_id: 'relayers', key_id: 'treasury', ...key },
  },
});
const cdp = (account_address: string): object => ({
  id: 'kms',
  type: 'cdp',
  config: {
    ...{ api_key_id: '00000000-0000-4000-8000-000000000004', account_address },
    api_key_secret: env('CDP_API_KEY_SECRET'),
    wallet_secret: env('CDP_WALLET_SECRET'),
  },
});
const turnkey = (public_key: string): object => ({
  id: 'kms',
  type: 'turnkey',
  config: {
    ...{ api_public_key: '02'.padEnd(66, 'ab'), api_private_key: env('TURNKEY_API_PRIVATE_KEY') },
    ...{
      organization_id: '00000000-0000-4000-8000-000000000002',
      private_key_id: '00000000-0000-4000-8000-000000000003',
    },
    public_key,
  },
});
const vault = (type: string, more: object = {}): object => ({
  id: 'vault-signer',
  type,
  config: {
    ...{ address: 'http://vault:8200', key_name: 'treasury', ...more },
    ...{ role_id: env('VAULT_ROLE_ID'), secret_id: env('VAULT_SECRET_ID') },
  },
});
const EVM_KEY =
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
const ED25519_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

const plugin = (id: string, more: object = {}): object => ({ id, path: `${id}/index.ts`, timeout: 30, ...more });
const CHATTY = { emit_logs: true, emit_traces: true };
const channels = (ids: readonly string[], first: string): Parts => ({
  relayers: ids.map((id) => onTestnet(id, `${id}-signer`, id === first ? { concurrent_transactions: true } : {})),
  signers: ids.map((id) => local(`${id}-signer`, `KEYSTORE_PASSPHRASE_${id.replaceAll('-', '_').toUpperCase()}`)),
  networks: FOLDER,
  plugins: [plugin('channels', CHATTY)],
});

const basic: Parts = {
  relayers: [onSepolia('local-signer')],
  signers: [local()],
  notifications: [hook],
  networks: FOLDER,
};
const stored: Parts = { ...basic, relayers: [onSepolia('local-signer', {})], notifications: [] };
const queued: Parts = {
  ...stored,
  relayers: [...stored.relayers, onTestnet('stellar-relayer', 'local-signer', { min_balance: 0 })],
};
const evmKms = (signer: object, networks: Parts['networks'] = FOLDER): Parts => ({
  ...basic,
  relayers: [onSepolia('kms')],
  signers: [signer],
  networks,
});
const solanaKms = (signer: object, policies: object = USER_PAYS): Parts => ({
  relayers: [onDevnet('kms', policies)],
  signers: [signer],
  networks: FOLDER,
});
const stellarKms = (signer: object): Parts => ({
  relayers: [onTestnet('stellar-relayer', 'kms')],
  signers: [signer],
  networks: FOLDER,
});

/** The structure of each folder in `examples/` of the OpenZeppelin Relayer 1.8, with other values. */
const PARTS: Readonly<Record<string, Parts>> = {
  'aws-sqs-queue-storage': queued,
  'basic-example': { ...basic, relayers: [onSepolia('local-signer'), onTestnet('stellar-relayer', 'local-signer')] },
  'basic-example-logging': basic,
  'basic-example-metrics': basic,
  'basic-example-plugin': { ...basic, plugins: [plugin('test-plugin')] },
  'channels-plugin-example': channels(['fund', 'channel-001', 'channel-002'], 'fund'),
  'channels-x402-plugin-example': channels(['fund', 'x402-fund', 'channel-001', 'channel-002'], 'fund'),
  'evm-aws-kms-signer': evmKms(aws),
  'evm-azure-key-vault-signer': evmKms(azure),
  'evm-cdp-signer': evmKms(cdp('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')),
  'evm-gcp-kms-signer': evmKms(gcp({ location: 'us-west2', key_version: 1 }), [sepolia]),
  'evm-turnkey-signer': evmKms(turnkey(EVM_KEY)),
  'gas-price-caching': { ...basic, networks: [cached] },
  'gcp-pubsub-queue-storage': queued,
  'horizontal-scaling': { ...stored, networks: undefined },
  'launchtube-plugin-example': channels(['fund', 'seq-001', 'seq-002'], 'fund'),
  'network-configuration-config-file': { ...basic, networks: [sepolia, custom] },
  'network-configuration-json-file': basic,
  'rabbitmq-queue-storage': queued,
  'redis-storage': basic,
  'redis-tls': basic,
  'solana-aws-kms-signer': solanaKms(aws),
  'solana-cdp-signer': solanaKms(cdp('FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'), {
    fee_payment_strategy: 'relayer',
  }),
  'solana-google-cloud-kms-signer': solanaKms(gcp({})),
  'solana-turnkey-signer': solanaKms(turnkey(ED25519_KEY)),
  'stellar-aws-kms-signer': stellarKms(aws),
  'stellar-gcp-kms-signer': stellarKms(gcp({ location: 'global' })),
  'stellar-turnkey-signer': stellarKms(turnkey(ED25519_KEY)),
  'vault-secret-signer': { ...basic, relayers: [onSepolia('vault-signer')], signers: [vault('vault')] },
  'vault-transit-signer': {
    relayers: [onDevnet('vault-signer', { fee_payment_strategy: 'relayer', min_balance: 0 })],
    signers: [vault('vault_transit', { pubkey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=', mount_point: null })],
    networks: FOLDER,
  },
  'x402-facilitator-plugin': {
    relayers: [onTestnet('facilitator', 'local-signer')],
    signers: [local()],
    networks: FOLDER,
    plugins: [
      plugin('x402', { ...CHATTY, config: { networks: [{ network: 'stellar:testnet', assets: ['native'] }] } }),
    ],
  },
};

const namesIn = (value: unknown): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"type":"env","value":"([A-Z0-9_]+)"/g)].map(([, name]) => name!);

export const OPENZEPPELIN_EXAMPLES: readonly OpenZeppelinExample[] = Object.entries(PARTS).map(
  ([name, { relayers, signers, notifications = [], networks, plugins = [] }]) => ({
    name,
    config: { relayers, notifications, signers, ...(networks !== undefined && { networks }), plugins },
    ...(networks === FOLDER && { networks: SHIPPED }),
    keys: [...JSON.stringify(signers).matchAll(/config\/keys\/([a-z0-9-]+)\.json/g)].map(([, key]) => key!),
    variables: Object.fromEntries(
      namesIn([signers, notifications]).map((variable) => [variable, VALUES[variable] ?? `not a secret: ${variable}`]),
    ),
  }),
);
