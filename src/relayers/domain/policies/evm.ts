import { Amount } from '../../../chains/amount';
import { Describe, Flag, Optional, ValuesOf } from '../../../kernel/declarations';
import { checksummed, EvmAddress, evmAddressFault, evmAddressOf } from '../../../chains/evm-address';
import { MAX_ADDRESSES } from './limits';
import type { NetworkType } from './policy';

/** The policies of a relayer on a network of the Ethereum Virtual Machine. */
export class EvmPolicies {
  @Describe('Least balance of the account, in wei, for the relayer to send transactions.', 100_000_000_000_000_000n)
  @Amount(128)
  @Optional()
  readonly min_balance?: bigint;

  @Describe('Whether the gas limit of a transaction is estimated where the caller gives none.', true)
  @Flag()
  @Optional()
  readonly gas_limit_estimation?: boolean;

  @Describe('Highest price of a unit of gas, in wei.', 100_000_000_000n)
  @Amount(128)
  @Optional()
  readonly gas_price_cap?: bigint;

  // An example of EIP-55.
  @Describe('Addresses that transactions may be sent to. Without the list, any address.', [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ])
  @ValuesOf(EvmAddress, MAX_ADDRESSES)
  @Optional()
  readonly whitelist_receivers?: readonly string[];

  @Describe('Whether transactions are priced as EIP-1559 says, where the network can.', true)
  @Flag()
  @Optional()
  readonly eip1559_pricing?: boolean;

  @Describe('Whether transactions go to a private pool rather than the public one.', false)
  @Flag()
  @Optional()
  readonly private_transactions?: boolean;

  @Describe('Whether the data of a reverted transaction is kept with its record.', false)
  @Flag()
  @Optional()
  readonly include_revert_data?: boolean;
}

const wholeNumber = 'must be a whole number from 0 to 2^128-1';

export const evm: NetworkType<EvmPolicies> = {
  name: 'evm',
  title: 'Ethereum Virtual Machine',
  policies: EvmPolicies,
  required: [],
  check: () => [],
  curve: 'secp256k1',
  inFiles: { lenient: [], network: ['average_blocktime_ms'] },
  addressOf: evmAddressOf,
  addressFault: evmAddressFault,
  canonicalAddress: checksummed,
  examples: {
    good: [
      {
        network: 'sepolia',
        policies: {
          min_balance: 100_000_000_000_000_000n,
          gas_limit_estimation: true,
          gas_price_cap: 100_000_000_000n,
          whitelist_receivers: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
          eip1559_pricing: true,
          private_transactions: false,
          include_revert_data: false,
        },
      },
      { policies: {} },
      { policies: { min_balance: 0, gas_price_cap: '340282366920938463463374607431768211455' } },
      { policies: { min_balance: null, whitelist_receivers: [] } },
      {
        // EIP-55: the other mixed-case example, one of capitals only, one of small letters only.
        policies: {
          whitelist_receivers: [
            '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
            '0x52908400098527886E0F7030069857D2E4169EE7',
            '0xde709f2102306220921060314715629080e2fb77',
          ],
        },
      },
    ],
    bad: [
      {
        policies: { gas_price_cap: -1, min_balance: 1.5 },
        faults: [
          { path: 'min_balance', message: wholeNumber },
          { path: 'gas_price_cap', message: wholeNumber },
        ],
      },
      {
        policies: { min_balance: 2n ** 128n, gas_price_cap: '0x10' },
        faults: [
          { path: 'min_balance', message: wholeNumber },
          { path: 'gas_price_cap', message: wholeNumber },
        ],
      },
      {
        policies: { gas_limit_estimation: 'true', eip1559_pricing: 1, max_signatures: 5 },
        faults: [
          { path: 'max_signatures', message: 'is not a known field' },
          { path: 'gas_limit_estimation', message: 'must be true or false' },
          { path: 'eip1559_pricing', message: 'must be true or false' },
        ],
      },
      {
        policies: {
          whitelist_receivers: [
            '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
            '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
            '0x',
            '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
            7,
          ],
        },
        faults: [
          { path: 'whitelist_receivers[1]', message: 'must be an EVM address with the right EIP-55 checksum' },
          { path: 'whitelist_receivers[2]', message: 'must be an EVM address: 0x and 40 hex digits' },
          { path: 'whitelist_receivers[3]', message: 'must be an EVM address: 0x and 40 hex digits' },
          { path: 'whitelist_receivers[4]', message: 'must be an EVM address: 0x and 40 hex digits' },
        ],
      },
      {
        policies: { whitelist_receivers: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
        faults: [{ path: 'whitelist_receivers', message: 'must be a list of at most 5000 items' }],
      },
    ],
  },
};
