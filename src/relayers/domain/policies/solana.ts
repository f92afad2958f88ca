import { Amount } from '../../../chains/amount';
import { Base58Key, base58KeyFault, base58KeyOf } from '../../../chains/base58-key';
import { CronSchedule } from '../../../chains/cron';
import {
  Decimal,
  Describe,
  Flag,
  ListOf,
  Nested,
  Optional,
  Rule,
  Text,
  Unsigned,
  ValuesOf,
} from '../../../kernel/declarations';
import { EmptyIsAbsent } from '../../../kernel/empty-text';
import { OneOf } from '../../../kernel/one-of';
import type { Fault } from '../../../kernel/domain-error';
import { MAX_ADDRESSES, MAX_TOKENS } from './limits';
import type { NetworkType } from './policy';
import { solanaExamples } from './solana.examples';
import { FEE_PAYMENT_STRATEGIES, type FeePaymentStrategy, TokenSwapConfig, tokenSwapFaults } from './token-swap';

const SWAP_STRATEGIES = ['jupiter-swap', 'jupiter-ultra', 'noop'] as const;
const PRIORITY_LEVELS = ['medium', 'high', 'veryHigh'] as const;
/** The exchange Jupiter is on this network only. */
const JUPITER_NETWORK = 'mainnet-beta';

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** A token that users may pay fees in. */
export class SolanaAllowedToken {
  @Describe('Mint of the token.', USDC_MINT)
  @Base58Key()
  readonly mint!: string;

  @Describe('Decimal places of the token.', 6)
  @Unsigned(8)
  @Optional()
  readonly decimals?: number;

  @Describe('Symbol of the token, for people.', 'USDC')
  @Text(1, 64)
  @EmptyIsAbsent()
  @Optional()
  readonly symbol?: string;

  @Describe("Highest fee that is taken in the token, in the token's smallest unit.", 10_000_000n)
  @Amount(64)
  @Optional()
  readonly max_allowed_fee?: bigint;

  @Describe('How the token is swapped for SOL.')
  @Nested(() => TokenSwapConfig)
  @Optional()
  readonly swap_config?: TokenSwapConfig;
}

/** What the strategy jupiter-swap may be told. */
export class JupiterSwapOptions {
  @Describe('Highest priority fee of a swap, in lamports, more than 0. Goes together with priority_level.', 1_000_000n)
  @Rule('positive', (value) => value !== 0n, 'must be more than 0', { minimum: 1 })
  @Amount(64)
  @Optional()
  readonly priority_fee_max_lamports?: bigint;

  @Describe('Priority of a swap. Goes together with priority_fee_max_lamports.', 'high')
  @OneOf(PRIORITY_LEVELS)
  @Optional()
  readonly priority_level?: (typeof PRIORITY_LEVELS)[number];

  @Describe('Whether the compute unit limit of a swap is estimated.', true)
  @Flag()
  @Optional()
  readonly dynamic_compute_unit_limit?: boolean;
}

/** How collected tokens are swapped for SOL, so that the relayer stays funded. */
export class SolanaSwapConfig {
  @Describe(`Exchange that swaps. Those of Jupiter are on ${JUPITER_NETWORK} only.`, 'jupiter-swap')
  @OneOf(SWAP_STRATEGIES)
  @Optional()
  readonly strategy?: (typeof SWAP_STRATEGIES)[number];

  @Describe('When swaps run: cron schedule of six or seven fields, seconds first, in UTC.', '0 0 */6 * * *')
  @CronSchedule()
  @Optional()
  readonly cron_schedule?: string;

  @Describe('Balance below which a swap runs, in lamports.', 100_000_000n)
  @Amount(64)
  @Optional()
  readonly min_balance_threshold?: bigint;

  @Describe('Options of the strategy jupiter-swap.')
  @Nested(() => JupiterSwapOptions)
  @Optional()
  readonly jupiter_swap_options?: JupiterSwapOptions;
}

/** The policies of a relayer on a Solana cluster. */
export class SolanaPolicies {
  @Describe('Programs that transactions may call. Without the list, any program.', [TOKEN_PROGRAM])
  @ValuesOf(Base58Key, MAX_ADDRESSES)
  @Optional()
  readonly allowed_programs?: readonly string[];

  @Describe('Accounts that transactions may touch. Not together with disallowed_accounts.', [TOKEN_PROGRAM])
  @ValuesOf(Base58Key, MAX_ADDRESSES)
  @Optional()
  readonly allowed_accounts?: readonly string[];

  @Describe('Accounts that transactions may not touch. Not together with allowed_accounts.', [TOKEN_PROGRAM])
  @ValuesOf(Base58Key, MAX_ADDRESSES)
  @Optional()
  readonly disallowed_accounts?: readonly string[];

  @Describe('Most signatures of a transaction.', 5)
  @Unsigned(8)
  @Optional()
  readonly max_signatures?: number;

  @Describe('Greatest size of a transaction, in bytes.', 1232)
  @Unsigned(16)
  @Optional()
  readonly max_tx_data_size?: number;

  @Describe('Least balance of the account, in lamports, for the relayer to send transactions.', 10_000_000n)
  @Amount(64)
  @Optional()
  readonly min_balance?: bigint;

  @Describe('Highest fee that the relayer pays for a transaction, in lamports.', 100_000n)
  @Amount(64)
  @Optional()
  readonly max_allowed_fee_lamports?: bigint;

  @Describe('What is added to an estimated fee, in percent.', 5)
  @Decimal(0)
  @Optional()
  readonly fee_margin_percentage?: number;

  @Describe('Who pays the fees of a transaction; without it, the user.', 'user')
  @OneOf(FEE_PAYMENT_STRATEGIES)
  @Optional()
  readonly fee_payment_strategy?: FeePaymentStrategy;

  @Describe('Tokens that users may pay fees in.')
  @ListOf(() => SolanaAllowedToken, MAX_TOKENS)
  @Optional()
  readonly allowed_tokens?: readonly SolanaAllowedToken[];

  @Describe('How collected tokens are swapped for SOL. Only where the user pays the fees.')
  @Nested(() => SolanaSwapConfig)
  @Optional()
  readonly swap_config?: SolanaSwapConfig;
}

export const solana: NetworkType<SolanaPolicies> = {
  name: 'solana',
  title: 'Solana',
  policies: SolanaPolicies,
  required: [],
  check(policies, { network }) {
    const faults = tokenSwapFaults(policies.allowed_tokens);
    if (policies.allowed_accounts && policies.disallowed_accounts) {
      faults.push({ path: 'disallowed_accounts', message: 'must not be given together with allowed_accounts' });
    }
    if (policies.swap_config && policies.fee_payment_strategy === 'relayer') {
      faults.push({ path: 'swap_config', message: 'must only be given where fee_payment_strategy is user' });
    }
    return [...faults, ...swapFaults(policies.swap_config, network)];
  },
  curve: 'ed25519',
  inFiles: {
    lenient: ['allowed_tokens', 'swap_config.jupiter_swap_options'],
    unknown: [
      {
        path: 'swap_config.strategy',
        value: 'noop',
        message: 'is no strategy of its file: there, no strategy means the same',
        isRefused: true,
        isDefault: true,
      },
    ],
  },
  addressOf: base58KeyOf,
  addressFault: base58KeyFault,
  examples: solanaExamples,
};

function swapFaults({ strategy, jupiter_swap_options: options }: SolanaSwapConfig = {}, network: string): Fault[] {
  const faults: Fault[] = [];
  if ((strategy === 'jupiter-swap' || strategy === 'jupiter-ultra') && network !== JUPITER_NETWORK) {
    faults.push({ path: 'swap_config.strategy', message: `must be noop on another network than ${JUPITER_NETWORK}` });
  }
  if (!options) return faults;
  const at = 'swap_config.jupiter_swap_options';
  if (strategy === undefined || strategy === 'jupiter-ultra' || strategy === 'noop') {
    faults.push({ path: at, message: 'must only be given where strategy is jupiter-swap' });
  }
  const { priority_fee_max_lamports: fee, priority_level: level } = options;
  if (fee !== undefined && level === undefined) {
    faults.push({ path: `${at}.priority_level`, message: 'is required together with priority_fee_max_lamports' });
  }
  if (fee === undefined && level !== undefined) {
    faults.push({ path: `${at}.priority_fee_max_lamports`, message: 'is required together with priority_level' });
  }
  return faults;
}
