import { Amount } from '../../../chains/amount';
import { Describe, Flag, Nested, Optional, Text } from '../../../kernel/declarations';
import type { Fault } from '../../../kernel/domain-error';
import { NetworkDraft, Texts } from '../network.fields';
import type { NetworkKind } from './network-kind';

/** How long a relayer process goes by a gas price that it asked for. */
export class GasPriceCache {
  @Describe('Whether gas prices are cached.', true)
  @Optional()
  @Flag()
  readonly enabled: boolean = false;

  @Describe('After how many milliseconds a price is asked for again.', 20_000)
  @Optional()
  @Amount(64)
  readonly stale_after_ms: bigint = 20_000n;

  @Describe('After how many milliseconds it is not used any more.', 45_000)
  @Optional()
  @Amount(64)
  readonly expire_after_ms: bigint = 45_000n;
}

export class EvmNetwork extends NetworkDraft {
  @Describe('Its chain id.', 11_155_111)
  @Optional()
  @Amount(64)
  chain_id?: bigint;

  @Describe('After how many blocks a transaction is final.', 6)
  @Optional()
  @Amount(64)
  required_confirmations?: bigint;

  @Describe('What it can do.', ['eip1559'])
  @Optional()
  @Texts()
  features?: string[];

  @Describe('The symbol of its currency.', 'ETH')
  @Optional()
  @Text(1, 255)
  symbol?: string;

  @Describe('How gas prices are cached. Files have it; no answer does.')
  @Optional()
  @Nested(() => GasPriceCache)
  gas_price_cache?: GasPriceCache;
}

export const evm: NetworkKind<EvmNetwork> = {
  type: 'evm',
  title: 'an EVM chain',
  fields: EvmNetwork,
  required: ['chain_id', 'required_confirmations', 'symbol'],
  united: ['tags', 'features'],
  hidden: ['gas_price_cache'],
  check: ({ gas_price_cache: cache }) => (cache ? cacheFaults(cache) : []),
  examples: {
    good: [
      {
        name: 'my-chain',
        rpc_urls: [{ url: 'https://rpc.example.com/', weight: 100 }],
        explorer_urls: ['https://explorer.example.com/'],
        average_blocktime_ms: 2000,
        is_testnet: true,
        tags: ['ours'],
        chain_id: 31_337,
        required_confirmations: 1,
        features: ['eip1559'],
        symbol: 'ETH',
      },
      { name: 'my-sepolia', from: 'sepolia', rpc_urls: ['https://sepolia.example.com'] },
    ],
    bad: [
      {
        network: { name: 'x', rpc_urls: [], chain_id: -1, symbol: '', chainId: 1 },
        faults: [
          { path: 'chainId', message: 'is not a known field' },
          { path: 'chain_id', message: 'must be a whole number from 0 to 2^64-1' },
          { path: 'symbol', message: 'must be a string of 1 to 255 characters' },
          { path: 'rpc_urls', message: 'must be a list of 1 to 1000 items' },
          { path: 'required_confirmations', message: 'is required' },
        ],
      },
      {
        network: {
          name: 'x',
          rpc_urls: ['http://169.254.169.254/latest', 'ftp://files.example.com'],
          chain_id: 1,
          required_confirmations: 1,
          symbol: 'ETH',
          gas_price_cache: { stale_after_ms: 0, expire_after_ms: 0 },
        },
        faults: [
          { path: 'rpc_urls[1].url', message: 'must be an http or https URL of at most 8192 characters' },
          { path: 'rpc_urls[0].url', message: 'must not point to a metadata service of a cloud' },
          { path: 'gas_price_cache.stale_after_ms', message: 'must be greater than 0' },
          { path: 'gas_price_cache.expire_after_ms', message: 'must be greater than 0' },
        ],
      },
    ],
  },
};

function cacheFaults({ stale_after_ms: stale, expire_after_ms: expire }: GasPriceCache): Fault[] {
  const at = (name: keyof GasPriceCache, message: string): Fault => ({ path: `gas_price_cache.${name}`, message });
  const times = { stale_after_ms: stale, expire_after_ms: expire };
  const zero = (['stale_after_ms', 'expire_after_ms'] as const).filter((name) => times[name] === 0n);
  if (zero.length > 0) return zero.map((name) => at(name, 'must be greater than 0'));
  return expire > stale ? [] : [at('expire_after_ms', 'must be greater than stale_after_ms')];
}
