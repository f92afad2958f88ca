import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../settings/read-settings';
import { scratchFolder } from '../../test/support/scratch';
import { withFile } from './configuration-files';
import type { Resolving } from './domain/secret-references';
import { rulesAlone, validate } from './validate';

const rules = rulesAlone(readSettings({}));
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const key = { type: 'plain', value: '1'.padStart(64, '0') };
const signer = { id: 's', type: 'local', config: { key } };
const base = { id: 'r', name: 'R', paused: false, signer_id: 's' };
const evm = { ...base, network: 'sepolia', network_type: 'evm' };
const solana = { ...base, network: 'mainnet-beta', network_type: 'solana' };
const stellar = { ...base, network: 'testnet', network_type: 'stellar' };
const vault = { address: 'https://vault.example.com', role_id: key, secret_id: key, key_name: 'k' };
const azure = { auth_type: 'managed_identity', vault_url: 'https://v.vault.azure.net', key_name: 'k' };

describe('A file as the OpenZeppelin Relayer takes it', () => {
  const folder = scratchFolder();

  async function told(sections: object, secrets?: Resolving['secrets']): Promise<string[]> {
    const path = join(folder(), 'config.json');
    writeFileSync(path, JSON.stringify({ signers: [signer], ...sections }));
    const findings = await withFile(path, (source) => validate(source, rules, { secrets }));
    return findings.map(({ severity, path: at, message, hint }) =>
      [`${severity} ${at} ${message}`, ...(hint === undefined ? [] : [hint])].join('; '),
    );
  }
  const ignored = (path: string, hint?: string): string =>
    [`warning ${path} is not a known field, and is ignored`, ...(hint === undefined ? [] : [hint])].join('; ');

  it('is warned of unknown fields where it ignores them', async () => {
    const swap = { strategy: 'jupiter-swap', jupiter_swap_options: { dynamic_compute_unit_limit: true, slots: 1 } };
    const token = { mint: MINT, logo: 'x', swap_config: { max_amuont: 1 } };
    const relayers = [
      { ...evm, pausd: true, _comment: 'x', custom_rpc_urls: [{ url: 'https://rpc.example.com', wait: 1 }] },
      { ...solana, id: 'q', policies: { allowed_tokens: [token], swap_config: swap } },
    ];
    expect(await told({ relayers })).toEqual([
      ignored('relayers[0].pausd'),
      ignored('relayers[0]._comment'),
      ignored('relayers[0].custom_rpc_urls[0].wait'),
      ignored('relayers[1].policies.allowed_tokens[0].logo'),
      ignored('relayers[1].policies.allowed_tokens[0].swap_config.max_amuont', 'did you mean max_amount?'),
      ignored('relayers[1].policies.swap_config.jupiter_swap_options.slots'),
    ]);
    const noted = { ...signer, config: { key: { ...key, note: 'x' } } };
    expect(await told({ signers: [noted] })).toEqual([
      expect.stringContaining('warning signers[0].config.key.note is not a known field, and is ignored'),
    ]);
  });

  it('is refused for unknown fields where it refuses them, with a hint of the same level', async () => {
    const relayers = [{ ...solana, policies: { id: 1, swap_config: { strategi: 'noop' } } }];
    const signers = [{ ...signer, kind: 'x', config: { key, pth: 'x' } }];
    const notifications = [{ id: 'h', type: 'webhook', url: 'https://hooks.example.com', urll: 'x' }];
    expect(await told({ relayers, signers, notifications })).toEqual([
      'error signers[0].config.pth is not a known field; did you mean path?',
      'error signers[0].kind is not a known field; there are id, type, config',
      'error relayers[0].policies.id is not a known field',
      'error relayers[0].policies.swap_config.strategi is not a known field; did you mean strategy?',
      'error notifications[0].urll is not a known field; there are id, type, url, signing_key, events',
    ]);
  });

  it('may have amounts with zeros or a sign before them, the empty asset, and empty texts in place of none', async () => {
    const policies = { min_balance: '007', gas_price_cap: '+5' };
    const metadata = { kind: 'native', decimals: 7, canonical_asset_id: '' };
    const tokens = { fee_payment_strategy: 'user', allowed_tokens: [{ asset: '', metadata }] };
    const relayers = [
      { ...evm, policies },
      { ...stellar, id: 'q', policies: tokens },
      { ...solana, id: 'p', policies: { allowed_tokens: [{ mint: MINT, symbol: '' }] } },
    ];
    const empty = { type: 'plain', value: '' };
    const signers = [
      signer,
      { id: 'v', type: 'vault', config: { ...vault, namespace: '', mount_point: '' } },
      { id: 'a', type: 'azure_key_vault', config: { ...azure, client_secret: empty } },
      { id: 'b', type: 'azure_key_vault', config: { ...azure, tenant_id: empty, federated_token_file: empty } },
      { id: 'c', type: 'azure_key_vault', config: { ...azure, key_version: '' } },
    ];
    expect(await told({ relayers, signers })).toEqual([]);
    const secret = { ...azure, auth_type: 'client_secret', tenant_id: 't', client_id: 'c', client_secret: empty };
    expect(await told({ signers: [{ id: 'a', type: 'azure_key_vault', config: secret }] })).toEqual([
      'error signers[0].config.client_secret is required where auth_type is client_secret',
    ]);
  });

  it('is told of a variable that is set and empty, and of the nearest value of a closed list', async () => {
    process.env.EMPTY_SIGNING_KEY = '';
    const signing_key = { type: 'env', value: 'EMPTY_SIGNING_KEY' };
    const notifications = [{ id: 'h', type: 'webhook', url: 'https://hooks.example.com', signing_key }];
    const signers = [signer, { id: 'k', type: 'aws-kms', config: {} }];
    expect(await told({ notifications, signers })).toEqual([
      expect.stringMatching(/^error signers\[1\].type must be one of .*: did you mean aws_kms\?$/),
      expect.stringMatching(/names the variable EMPTY_SIGNING_KEY, which is set and empty/),
    ]);
    delete process.env.EMPTY_SIGNING_KEY;
  });

  it('may name a variable that is set and empty where it may have an empty text', async () => {
    process.env.EMPTY_CLIENT_SECRET = '';
    const client_secret = { type: 'env', value: 'EMPTY_CLIENT_SECRET' };
    const signers = [{ id: 'a', type: 'azure_key_vault', config: { ...azure, client_secret } }];
    const warning =
      'warning signers[0].config.client_secret names the variable EMPTY_CLIENT_SECRET, which is set and empty';
    expect(await told({ signers }, 'needed')).toEqual([warning]);
    const needing = { ...azure, auth_type: 'client_secret', tenant_id: 't', client_id: 'c', client_secret };
    expect(await told({ signers: [{ id: 'a', type: 'azure_key_vault', config: needing }] }, 'needed')).toEqual([
      'error signers[0].config.client_secret is required where auth_type is client_secret',
      warning,
    ]);
    delete process.env.EMPTY_CLIENT_SECRET;
  });
});
