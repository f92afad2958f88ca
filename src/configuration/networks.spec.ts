import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../../test/support/scratch';
import { readSettings } from '../settings/read-settings';
import { withFile } from './configuration-files';
import { rulesAlone, validate } from './validate';

const rules = rulesAlone(readSettings({}));
const base = {
  type: 'evm',
  network: 'base-chain',
  rpc_urls: ['https://rpc.example.com'],
  chain_id: 1,
  required_confirmations: 1,
  symbol: 'ETH',
};
const child = (network: string, from: string, rest: object = {}) => ({
  type: 'evm',
  network,
  from,
  rpc_urls: null,
  ...rest,
});

describe('The networks of a file', () => {
  const folder = scratchFolder();

  async function told(networks: unknown): Promise<string[]> {
    const path = join(folder(), 'config.json');
    writeFileSync(path, JSON.stringify({ relayers: [], signers: [], notifications: [], networks }));
    const findings = await withFile(path, (source) => validate(source, rules));
    return findings.map(({ severity, path: at, message, hint }) =>
      [severity, at, message, ...(hint === undefined ? [] : [`(${hint})`])].join(' '),
    );
  }

  it.each<[string, unknown]>([
    ['one that is whole', [base]],
    ['heirs before those that they inherit from', [child('b', 'a'), child('a', 'base-chain', { tags: ['x'] }), base]],
    ['an heir of the catalogue', [child('mine', 'arbitrum-one')]],
    ['one name in two types', [base, { type: 'solana', network: 'base-chain', rpc_urls: [{ url: 'http://a:1' }] }]],
    ['a gas price cache', [{ ...base, gas_price_cache: { enabled: true } }]],
    ['no section', undefined],
    ['null', null],
    ['an empty name of a folder', ''],
  ])('are taken: %s', async (_, networks) => {
    expect(await told(networks)).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['an empty list', [], ['networks must not be empty']],
    ['neither list nor folder', 5, ['networks must be a list, or the name of a folder']],
    [
      'what it inherits from, and nothing else that might have been meant',
      [{ type: 'solana', network: 'a', from: 'sepolia', rpc_urls: null }],
      ['networks[0].from must be the name of a network of type solana: there is no sepolia'],
    ],
    ['an unknown key', [{ ...base, chainid: 2 }], ['networks[0].chainid is not a known field']],
    ['names of the API', [{ ...base, name: 'x' }], ['networks[0].name is not a known field (did you mean network?)']],
    [
      'no type',
      [{ ...base, type: 'emv' }],
      ['networks[0].type must be one of evm, solana, stellar: did you mean evm?'],
    ],
    ['an empty name', [{ ...base, network: '' }], ['networks[0].network must be a string of 1 to 255 characters']],
    [
      'what is missing',
      [{ type: 'evm', network: 'x' }],
      ['rpc_urls', 'chain_id', 'required_confirmations', 'symbol'].map((name) => `networks[0].${name} is required`),
    ],
    ['a symbol of nothing', [{ ...base, symbol: '' }], ['networks[0].symbol must be a string of 1 to 255 characters']],
    ['one twice', [base, { ...base, network: 'Base-Chain' }], ['networks[1].network is there twice: evm:base-chain']],
    ['its own heir', [child('a', 'a')], ['networks[0].from must not be the network itself']],
    [
      'a circle',
      [child('a', 'b'), child('b', 'c'), child('c', 'a')],
      ['2', '1', '0'].map(
        (at) => `networks[${at}].from must not lead back to the network: evm:a -> evm:b -> evm:c -> evm:a`,
      ),
    ],
    [
      'an heir of nobody',
      [base, child('a', 'base-chian')],
      ['networks[1].from must be the name of a network of type evm: there is no base-chian (did you mean base-chain?)'],
    ],
    [
      'an heir of another type',
      [base, { type: 'solana', network: 'x', from: 'base-chain', rpc_urls: null }],
      ['networks[1].from must be the name of a network of type solana: there is no base-chain'],
    ],
    [
      'an heir without the key',
      [base, { type: 'evm', network: 'x', from: 'base-chain' }],
      ['networks[1].rpc_urls is required (null inherits them)'],
    ],
    [
      'a metadata service',
      [{ ...base, rpc_urls: ['http://169.254.169.254'] }],
      ['networks[0].rpc_urls[0].url must not point to a metadata service of a cloud'],
    ],
    [
      'no HTTP',
      [{ ...base, rpc_urls: ['wss://a.example.com'] }],
      ['networks[0].rpc_urls[0].url must be an http or https URL of at most 8192 characters'],
    ],
    [
      'a gas price cache that expires before it is stale',
      [{ ...base, gas_price_cache: { expire_after_ms: 20_000 } }],
      ['networks[0].gas_price_cache.expire_after_ms must be greater than stale_after_ms'],
    ],
  ])('are refused: %s', async (_, networks, faults) => {
    const found = await told(networks);
    expect(found.map((line) => faults.some((fault) => line.startsWith(`error ${fault}`)))).toEqual(
      faults.map(() => true),
    );
  });

  it('are not refused for what the reference ignores in an endpoint', async () => {
    expect(await told([{ ...base, rpc_urls: [{ url: 'https://rpc.example.com', wait: 1 }] }])).toEqual([
      'warning networks[0].rpc_urls[0].wait is not a known field, and is ignored',
    ]);
  });

  it('are in the usual folder where the file does not say', async () => {
    const networks = join(folder(), 'config/networks');
    mkdirSync(networks, { recursive: true });
    writeFileSync(join(networks, 'a.json'), JSON.stringify({ networks: [child('a', 'nobody')] }));
    for (const given of [undefined, null, '']) {
      expect(await told(given)).toEqual([expect.stringContaining('networks[0].from must be the name of a network')]);
    }
    expect(await told([base])).toEqual([]);
  });

  it('are in files whose names end in .json, in whatever case', async () => {
    const networks = join(folder(), 'networks');
    mkdirSync(join(networks, 'b.json'), { recursive: true });
    writeFileSync(join(networks, 'A.JSON'), JSON.stringify({ networks: [child('a', 'nobody')] }));
    expect(await told('networks')).toEqual([expect.stringContaining('networks[0].from must be the name of a network')]);
  });

  it('inherit in a row of any length', async () => {
    const row = Array.from({ length: 9_000 }, (_, index) => child(`n${String(index)}`, `n${String(index + 1)}`));
    expect(await told([...row, { ...base, network: 'n9000' }])).toEqual([]);
    expect((await told([...row, child('n9000', 'n0')])).length).toBeGreaterThan(900);
  });
});
