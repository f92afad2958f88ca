import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../settings/read-settings';
import { scratchFolder } from '../../test/support/scratch';
import { withFile } from './configuration-files';
import { openKeystore } from './domain/keystore';
import { sealKeystore } from './domain/keystore-writer';
import { rulesAlone, validate, type ValidateOptions } from './validate';

const rules = rulesAlone(readSettings({}));
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const plain = (value: string): object => ({ type: 'plain', value });
const passphrase = { type: 'env', value: 'PASSPHRASE_THAT_NOBODY_SET' };
const keystore = { id: 's', type: 'local', config: { path: 'config/keys/s.json', passphrase } };
const hook = { id: 'h', type: 'webhook', url: 'https://hooks.example.com', signing_key: plain('k'.repeat(32)) };
const base = { id: 'r', name: 'R', paused: false, signer_id: 's' };
const evm = { ...base, network: 'sepolia', network_type: 'evm' };
const solana = { ...base, id: 'q', network: 'mainnet-beta', network_type: 'solana' };
const stellar = { ...base, id: 'p', network: 'testnet', network_type: 'stellar' };
const whole = { relayers: [evm], signers: [keystore], notifications: [hook] };
const azure = { auth_type: 'managed_identity', vault_url: 'https://v.vault.azure.net', key_name: 'k' };
const endpoint = { rpc_urls: ['https://rpc.example.com'] };
const network = { type: 'evm', network: 'mine', chain_id: 1, required_confirmations: 1, symbol: 'M', ...endpoint };

describe('A file for the OpenZeppelin Relayer', () => {
  const folder = scratchFolder();

  async function told(
    content: object | string,
    options: ValidateOptions = { for: 'openzeppelin', secrets: 'ignored' },
  ) {
    const path = join(folder(), 'config.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    const findings = await withFile(path, (source) => validate(source, rules, options));
    return findings.map(({ severity, path: at, message }) => `${severity} ${at} ${message}`);
  }

  const inFolder = (networks: readonly object[]): void => {
    mkdirSync(join(folder(), 'networks'), { recursive: true });
    writeFileSync(join(folder(), 'networks/all.json'), JSON.stringify({ networks }));
  };

  beforeEach(() => {
    const timed = { ...network, average_blocktime_ms: 12_000 };
    inFolder([
      { ...timed, network: 'sepolia' },
      { ...timed, network: 'holesky' },
      { type: 'solana', network: 'mainnet-beta', ...endpoint },
      { type: 'stellar', network: 'testnet', ...endpoint },
    ]);
  });

  it('is valid as it reads it, without its secrets', async () => {
    expect(await told(whole)).toEqual([]);
    expect(await told({ relayers: [], signers: [], notifications: [] })).toEqual([]);
  });

  it('is warned of secrets that are not there, unless they are not looked for', async () => {
    expect(await told(whole, { for: 'openzeppelin' })).toEqual([
      'warning signers[0].config.path names a file that cannot be read: config/keys/s.json',
      'warning signers[0].config.passphrase names the variable PASSPHRASE_THAT_NOBODY_SET, which is not set',
    ]);
    expect(await told({ ...whole, signers: [{ ...keystore, config: { path: 5, passphrase } }] })).toEqual([
      'error signers[0].config.path must be the path of a keystore file',
    ]);
  });

  it('needs its sections', async () => {
    expect(await told({ relayers: [] })).toEqual([
      'error signers must be there, an empty list at least',
      'error notifications must be there, an empty list at least',
    ]);
  });

  it('begins with no byte order mark', async () => {
    expect(await told(`\ufeff${JSON.stringify(whole)}`)).toEqual([
      'error  must not begin with a byte order mark there: save it as UTF-8 without one',
    ]);
  });

  it('is warned of whole numbers in the configuration of a plugin that it would round', async () => {
    const plugin = (most: string): string => `{"id":"p","path":"p.ts","config":{"a":[-9223372036854775808,${most}]}}`;
    const file = (most: string): string =>
      `{"relayers":[],"signers":[],"notifications":[],"plugins":[${plugin(most)}]}`;
    expect(await told(file('18446744073709551615'))).toEqual([]);
    expect(await told(file('18446744073709551616'))).toEqual([
      'warning plugins[0].config has a whole number outside of -2^63 to 2^64-1, which it rounds',
    ]);
  });

  it('is told what it refuses in signers and notifications', async () => {
    const key = plain('1'.padStart(64, '0'));
    const signers = [
      { id: 'a', type: 'plain', config: { key } },
      { id: 'b', type: 'azure_key_vault', config: { ...azure, client_id: 'c' } },
    ];
    const notifications = [{ id: 'h', url: '', events: ['signer_update'], signing_key: plain('short') }];
    const found = await told({ relayers: [], signers, notifications });
    expect(found.filter((line) => line.startsWith('error'))).toEqual([
      'error signers[0].type must be local there',
      'error signers[0].config.path is required there',
      'error signers[0].config.key is not known there: the key is in an encrypted keystore',
      'error signers[1].config.client_id must be a reference there',
      'error notifications[0].type is required there',
      'error notifications[0].url must not be empty there',
      'error notifications[0].events is not known there: it has events of relayers only',
      'error notifications[0].signing_key must have at least 32 bytes there',
    ]);
  });

  it('is told what it refuses in relayers', async () => {
    const swap = { strategy: 'noop', cron_schedule: '0 0 * * *' };
    const token = { asset: 'native', metadata: { kind: 'native', decimals: 7 } };
    const relayers = [
      { ...evm, policies: { min_balance: '5', gas_price_cap: '340282366920938463463374607431768211455' } },
      {
        ...solana,
        policies: {
          fee_payment_strategy: 'user',
          swap_config: swap,
          allowed_tokens: [{ mint: MINT, max_allowed_fee: '1' }],
        },
      },
      { ...stellar, policies: { fee_payment_strategy: 'user', allowed_tokens: [token] } },
      { ...evm, id: 'o', network: 'holesky', policies: null },
    ];
    expect(await told({ ...whole, relayers })).toEqual([
      'error relayers[0].policies.min_balance must be a bare number there',
      'error relayers[0].policies.gas_price_cap must be a bare number there',
      'error relayers[1].policies.swap_config.strategy is no strategy of its file: there, no strategy means the same',
      'error relayers[1].policies.swap_config.cron_schedule must have 6 or 7 fields there, seconds first',
      'warning relayers[1].policies.swap_config.cron_schedule has five fields: it is read with the second 0 before them',
      'error relayers[1].policies.allowed_tokens[0].max_allowed_fee must be a bare number there',
      'warning relayers[2].policies.allowed_tokens[0].metadata is ignored in its file: it asks the chain',
      'error relayers[3].policies must not be null there',
    ]);
  });

  it('must have the networks of its relayers in its own list, with the time between two blocks', async () => {
    const relayers = [
      { ...evm, network: 'mine' },
      { ...evm, id: 'q' },
    ];
    expect(await told({ ...whole, relayers, networks: [network] })).toEqual([
      'error relayers[0].network must have average_blocktime_ms there, or it does not start',
      'error relayers[1].network must be among the networks of the file there: a list replaces those that it ships',
    ]);
    const timed = { ...network, network: 'parent', average_blocktime_ms: 12_000 };
    const child = { type: 'evm', network: 'mine', from: 'parent', rpc_urls: null };
    expect(await told({ ...whole, relayers: [relayers[0]], networks: [timed, child] })).toEqual([]);
    inFolder([timed, child]);
    expect(await told({ ...whole, relayers: [relayers[0]], networks: './networks' })).toEqual([]);
  });

  const empty = { relayers: [], signers: [], notifications: [] };

  it('must write whole numbers as bare digits', async () => {
    const policies = { min_balance: 'A', gas_price_cap: 5 };
    const [mine, plugin] = [
      { ...network, chain_id: 'B', average_blocktime_ms: 5 },
      { id: 'p', path: 'p.ts', timeout: 'C' },
    ];
    const relayers = [{ ...evm, network: 'mine', policies }];
    const text = JSON.stringify({ ...whole, relayers, networks: [mine], plugins: [plugin] });
    const written = text.replace('"A"', '1e18').replace('"B"', '1e3').replace('"C"', '3.0e1');
    expect(await told(written)).toEqual([
      'error relayers[0].policies.min_balance must be bare digits there',
      'error networks[0].chain_id must be bare digits there',
      'error plugins[0].timeout must be bare digits there',
    ]);
  });

  it('must have no texts in place of the numbers of a network, and no null in place of a default', async () => {
    const texts = { chain_id: '1', required_confirmations: '007', average_blocktime_ms: '12000' };
    const networks = [
      { ...network, ...texts, gas_price_cache: { stale_after_ms: '1', expire_after_ms: '2' } },
      { ...network, network: 'other', chain_id: 2, gas_price_cache: { enabled: null } },
    ];
    const plugins = [{ id: 'p', path: 'p.ts', emit_logs: null, timeout: null, config: null }];
    expect(await told({ ...empty, networks, plugins })).toEqual([
      'error networks[0].chain_id must be a bare number there',
      'error networks[0].required_confirmations must be a bare number there',
      'error networks[0].average_blocktime_ms must be a bare number there',
      'error networks[0].gas_price_cache.stale_after_ms must be a bare number there',
      'error networks[0].gas_price_cache.expire_after_ms must be a bare number there',
      'error networks[1].gas_price_cache.enabled must not be null there',
      'error plugins[0].emit_logs must not be null there',
    ]);
  });

  it('must have what its networks inherit from in its own list', async () => {
    const child = { type: 'evm', network: 'zz', rpc_urls: null };
    expect(await told({ ...empty, networks: [network, { ...child, from: 'mainnet' }] })).toEqual([
      'error networks[1].from must be among the networks of the file there: a list replaces those that it ships',
    ]);
    expect(await told({ ...empty, networks: [network, { ...child, from: 'nowhere' }] })).toHaveLength(1);
  });

  it('must have a list of networks, or a folder of them', async () => {
    rmSync(join(folder(), 'networks'), { recursive: true });
    const missing =
      'error networks must be there: without a list it reads the folder config/networks, which has none here';
    for (const networks of [null, '', undefined]) expect(await told({ ...empty, networks })).toEqual([missing]);
    // Of a network that is nowhere, nothing is said of a list that the file has not.
    expect(await told({ ...whole, relayers: [{ ...evm, network: 'sepoliaa' }] })).toEqual([
      missing,
      expect.stringContaining("error relayers[0].network Network 'sepoliaa' not found for network type 'evm'"),
    ]);
  });
});

it('opens the keystores that it writes, with the right passphrase only', async () => {
  const key = Buffer.alloc(32, 7);
  const keystoreFile = await sealKeystore(key, 'a passphrase');
  expect(keystoreFile).toMatchObject({ version: 3, crypto: { cipher: 'aes-128-ctr', kdf: 'scrypt' } });
  expect(await openKeystore(keystoreFile, 'a passphrase')).toBe(key.toString('hex'));
  await expect(openKeystore(keystoreFile, 'another')).rejects.toThrow('does not open with the passphrase');
  expect(JSON.stringify(await sealKeystore(key, 'a passphrase'))).not.toBe(JSON.stringify(keystoreFile));
});
