export const RELAYER = {
  id: 'sepolia-relayer',
  name: 'Sepolia relayer',
  network: 'sepolia',
  paused: false,
  signer_id: 'sepolia-signer',
  network_type: 'evm',
  policies: { min_balance: 500_000_000_000_000_000n },
};
export const HOOK = { id: 'audit-webhook', type: 'webhook', url: 'https://audit.example.com/events' };
export const NETWORK = {
  type: 'evm',
  network: 'sepolia',
  from: 'mainnet',
  chain_id: 11155111,
  rpc_urls: ['https://rpc.example.com'],
};
export const SIGNER = {
  id: 'sepolia-signer',
  type: 'local',
  config: { key: { type: 'plain', value: `0x${'1'.padStart(64, '0')}` } },
};
export const EXPORTED = { ...SIGNER, config: { key: { type: 'env', value: 'SIGNER_SEPOLIA_SIGNER_KEY' } } };
export const WARNING = {
  severity: 'warning',
  path: 'notifications[0].signing_key',
  line: 7,
  column: 7,
  message: 'is a key of fewer than 32 bytes, which can be guessed',
};
export const CHANGE = {
  action: 'update',
  resource: 'relayer',
  id: 'sepolia-relayer',
  fields: [{ path: 'policies.min_balance', before: 1, after: 2 }],
};
export const DIGEST = '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea';

export const PLUGIN = { id: 'quote-plugin', path: 'plugins/quote.ts', timeout: 30 };
