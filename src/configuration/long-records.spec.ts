import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../../test/support/scratch';
import { readSettings } from '../settings/read-settings';
import { withFile } from './configuration-files';
import { rulesAlone, validate, type ValidateOptions } from './validate';

const rules = rulesAlone(readSettings({}));

/** Of 8 KiB, with digits in it that are part of no number. */
const longUrl = (index: number): string => `https://rpc.example.com/${String(index)}/`.padEnd(8192, '0123456789e1.');
const urls = Array.from({ length: 1_000 }, (_, index) => ({ url: longUrl(index), weight: 100 }));

const signer = { id: 's', type: 'aws_kms', config: { region: 'eu-central-1', key_id: 'k' } };
const network = {
  type: 'evm',
  network: 'mine',
  chain_id: 7,
  required_confirmations: 1,
  symbol: 'X',
  average_blocktime_ms: 1_000,
  rpc_urls: urls,
};
const relayer = {
  id: 'r',
  name: 'R',
  network: 'mine',
  network_type: 'evm',
  paused: false,
  signer_id: 's',
  custom_rpc_urls: urls,
  policies: { min_balance: 1_000 },
};

describe('Records of 1,000 RPC URLs of 8 KiB', () => {
  const folder = scratchFolder();

  async function told(name: string, text: string, options: ValidateOptions = {}) {
    const path = join(folder(), name);
    // An amount that a number would round.
    writeFileSync(path, text.replace(/"min_balance": ?1000/, '"min_balance":1000000000000000001'));
    const findings = await withFile(path, (source) => validate(source, rules, options));
    return findings.map(({ line, path: at, message }) => [line, at, message]);
  }
  const lines = (...records: readonly object[]): string => records.map((record) => JSON.stringify(record)).join('\n');

  it('are read from a line', async () => {
    expect(await told('config.ndjson', lines({ signer }, { network }, { relayer }))).toEqual([]);
  });

  it.each([
    ['relayers', { signers: [signer], relayers: [{ ...relayer, network: 'sepolia' }] }],
    ['networks', { networks: [network] }],
  ])('are read from a document: %s', async (_, document) => {
    expect(await told('config.json', JSON.stringify(document, null, 2))).toEqual([]);
  });

  it('are judged like others, and what is wrong in them is located', async () => {
    const faulty = { ...network, rpc_urls: urls.map((each, index) => (index === 999 ? { url: 'ftp://x' } : each)) };
    const text = JSON.stringify({ relayers: [], signers: [], notifications: [], networks: [faulty] }, null, 2);
    expect(
      await told('config.json', text.replace('"chain_id": 7', '"chain_id": 70e-1'), { for: 'openzeppelin' }),
    ).toEqual([
      [9, 'networks[0].chain_id', 'must be bare digits there'],
      [4011, 'networks[0].rpc_urls[999].url', 'must be an http or https URL of at most 8192 characters'],
    ]);
  });
});
