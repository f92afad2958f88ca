import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignerKinds } from '../../src/signers/domain/kinds';
import { parseExact } from '../../src/kernel/exact-json';
import { root } from './built-service';

const EXAMPLES = join(root, 'docs/examples');

/** A configuration as somebody else may have written it. */
export interface ConfigurationShape {
  readonly name: string;
  readonly config: object;
  /** What it refers to, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The variables that it names. */
  readonly variables: Readonly<Record<string, string>>;
  /** The values of the variables that its export names. */
  readonly secrets: Readonly<Record<string, string>>;
}

const example = readFileSync(join(EXAMPLES, 'config.json'), 'utf8');
const keystore = (name: string): string => readFileSync(join(EXAMPLES, `keys/${name}.json`), 'utf8');
const keys = {
  'keys/sepolia-signer.json': keystore('sepolia-signer'),
  'keys/ed25519-signer.json': keystore('ed25519-signer'),
};
const KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const ED25519_KEY = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';

const exampleSecrets = {
  SIGNER_SEPOLIA_SIGNER_KEY: KEY,
  SIGNER_SPARE_SIGNER_KEY: KEY,
  SIGNER_ED25519_SIGNER_KEY: ED25519_KEY,
  SIGNER_GOOGLE_SIGNER_SERVICE_ACCOUNT_PRIVATE_KEY:
    '-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----\n',
  SIGNER_GOOGLE_SIGNER_SERVICE_ACCOUNT_PRIVATE_KEY_ID: '0123456789abcdef0123456789abcdef01234567',
  SIGNER_GOOGLE_SIGNER_SERVICE_ACCOUNT_CLIENT_EMAIL: 'signer@example-project.iam.gserviceaccount.com',
  SIGNER_AZURE_SIGNER_CLIENT_SECRET: 'not-a-client-secret',
  SIGNER_VAULT_SIGNER_ROLE_ID: 'not-a-role-id',
  SIGNER_VAULT_SIGNER_SECRET_ID: 'not-a-secret-id',
  SIGNER_TRANSIT_SIGNER_ROLE_ID: 'not-a-role-id',
  SIGNER_TRANSIT_SIGNER_SECRET_ID: 'not-a-secret-id',
  SIGNER_TURNKEY_SIGNER_API_PRIVATE_KEY: 'not-an-api-private-key',
  SIGNER_CDP_SIGNER_API_KEY_SECRET: 'Zm9vYmFy',
  SIGNER_CDP_SIGNER_WALLET_SECRET: 'Zm9vYmE=',
  NOTIFICATION_OPS_WEBHOOK_SIGNING_KEY: 'sample-signing-key-of-32-bytes-or-more',
};

/** As the reference ships it: an empty URL, variables, and an old way to name an endpoint left out. */
const shipped = {
  relayers: [
    {
      id: 'sepolia-example',
      name: 'Sepolia Example',
      network: 'sepolia',
      paused: false,
      notification_id: 'notification-example',
      signer_id: 'local-signer',
      network_type: 'evm',
      policies: { min_balance: 0 },
    },
    {
      id: 'solana-example',
      name: 'Solana Example',
      network: 'devnet',
      paused: false,
      notification_id: 'notification-example',
      signer_id: 'local-signer',
      network_type: 'solana',
      policies: {
        min_balance: 0,
        allowed_tokens: [{ mint: 'So11111111111111111111111111111111111111112', max_allowed_fee: 100000000 }],
      },
    },
  ],
  notifications: [
    {
      id: 'notification-example',
      type: 'webhook',
      url: '',
      signing_key: { type: 'env', value: 'WEBHOOK_SIGNING_KEY' },
    },
  ],
  signers: [
    {
      id: 'local-signer',
      type: 'local',
      config: { path: 'keys/sepolia-signer.json', passphrase: { type: 'env', value: 'KEYSTORE_PASSPHRASE' } },
    },
  ],
};

const network = (name: string, rest: object): string =>
  JSON.stringify({ networks: [{ type: 'evm', network: name, from: 'mainnet', rpc_urls: null, ...rest }] });

/** A signer of every kind, by all examples of the kind, each secret a reference. */
const kinds = new SignerKinds()
  .all()
  .flatMap(({ type, examples }) =>
    examples.good.map((config, index) => ({ id: `${type}-${String(index)}`.replaceAll('_', '-'), type, config })),
  );

/** What an export names the variable of a secret, and the secrets of the examples of every kind. */
const kindSecrets: Record<string, string> = {};
const SECRETS = new Set([
  'key',
  'private_key',
  'private_key_id',
  'client_email',
  'client_secret',
  'role_id',
  'secret_id',
  'api_private_key',
  'api_key_secret',
  'wallet_secret',
]);

const referring = (id: string, config: object, path: readonly string[] = []): object =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]: [string, unknown]) => {
      if (typeof value === 'object' && value !== null) return [name, referring(id, value, [...path, name])];
      const isSecret = SECRETS.has(name) && !(id.startsWith('turnkey') && name === 'private_key_id');
      if (!isSecret || typeof value !== 'string') return [name, value];
      kindSecrets[
        ['SIGNER', id, ...path, name]
          .join('_')
          .toUpperCase()
          .replace(/[^A-Z0-9]+/g, '_')
      ] = value;
      return [name, { type: 'plain', value }];
    }),
  );

export const SHAPES: readonly ConfigurationShape[] = [
  {
    name: 'the example: networks inline, plugins, all kinds of signers',
    config: parseExact(example) as object,
    files: keys,
    variables: {},
    secrets: exampleSecrets,
  },
  {
    name: 'a folder of networks, variables, an empty URL, no plugins',
    config: { ...shipped, networks: './networks' },
    files: {
      ...keys,
      'networks/a.json': network('sepolia', { chain_id: 11155111, average_blocktime_ms: 12000 }),
      'networks/solana.json':
        '{"networks": [{"type": "solana", "network": "devnet", "rpc_urls": ["https://rpc.example.com"]}]}',
      'networks/b.json': network('holesky', { chain_id: 9007199254740993 }).replace(
        '9007199254740992',
        '9007199254740993',
      ),
    },
    variables: { WEBHOOK_SIGNING_KEY: 'k'.repeat(32), KEYSTORE_PASSPHRASE: 'demonstration' },
    secrets: { SIGNER_LOCAL_SIGNER_KEY: KEY },
  },
  {
    name: 'no networks',
    config: shipped,
    files: keys,
    variables: { WEBHOOK_SIGNING_KEY: 'k'.repeat(32), KEYSTORE_PASSPHRASE: 'demonstration' },
    secrets: { SIGNER_LOCAL_SIGNER_KEY: KEY },
  },
  {
    name: 'plugins and nothing else',
    config: { plugins: [{ id: 'p', path: 'p.ts', config: { token: 'not-a-token', big: 2n ** 80n } }] },
    files: {},
    variables: {},
    secrets: {},
  },
  {
    name: 'every example of every kind of signer',
    config: { signers: kinds.map(({ id, type, config }) => ({ id, type, config: referring(id, config) })) },
    files: {},
    variables: {},
    secrets: kindSecrets,
  },
  {
    name: 'empty lists',
    config: { relayers: [], signers: [], notifications: [], networks: null, plugins: [] },
    files: {},
    variables: {},
    secrets: {},
  },
];
