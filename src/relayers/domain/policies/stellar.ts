import { Amount } from '../../../chains/amount';
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
  TextOrNested,
  Unsigned,
  ValuesOf,
} from '../../../kernel/declarations';
import { EmptyIsAbsent } from '../../../kernel/empty-text';
import { OneOf } from '../../../kernel/one-of';
import type { Fault } from '../../../kernel/domain-error';
import { encodeStrkey, Strkey, strkeyFault } from '../../../chains/strkey';
import { MAX_TOKENS } from './limits';
import type { NetworkType } from './policy';
import { stellarExamples } from './stellar.examples';
import { FEE_PAYMENT_STRATEGIES, type FeePaymentStrategy, TokenSwapConfig, tokenSwapFaults } from './token-swap';

const SWAP_STRATEGIES = ['order-book', 'soroswap'] as const;
/** More than there are: one may stand there twice. */
const MAX_STRATEGIES = 10;
const ASSET_CODE = /^[A-Za-z0-9]{1,12}$/;
const USDC_ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';

/** A classic asset: a code and the account that issues it. */
export class ClassicAsset {
  @Describe('Code of the asset.', 'USDC')
  @Rule('assetCode', isAssetCode, 'must be 1 to 12 letters and digits', { type: 'string', pattern: ASSET_CODE.source })
  readonly code!: string;

  @Describe('Account that issues the asset.', USDC_ISSUER)
  @Strkey('account')
  readonly issuer!: string;
}

/** An asset that is a contract. */
export class ContractAsset {
  // The contract of USDC.
  @Describe('Contract of the asset.', 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75')
  @Strkey('contract')
  readonly contract_id!: string;
}

/** What an asset is, unless it is the native one: exactly one of the two. */
export class StellarTokenKind {
  @Describe('A classic asset.')
  @Nested(() => ClassicAsset)
  @Optional()
  readonly classic?: ClassicAsset;

  @Describe('An asset that is a contract.')
  @Nested(() => ContractAsset)
  @Optional()
  readonly contract?: ContractAsset;
}

/** What is known of an asset. */
export class StellarTokenMetadata {
  @Describe('What the asset is.', 'native')
  @TextOrNested(['native'], () => StellarTokenKind)
  readonly kind!: 'native' | StellarTokenKind;

  @Describe('Decimal places of the asset.', 7)
  @Unsigned(32)
  readonly decimals!: number;

  @Describe('The identifier that all spellings of the asset share.', 'native')
  @Text(1, 128)
  @EmptyIsAbsent()
  @Optional()
  readonly canonical_asset_id?: string;
}

/** An asset that users may pay fees in. */
export class StellarAllowedToken {
  @Describe('The asset: native, XLM or the empty text, CODE:ISSUER, or the id of its contract.', `USDC:${USDC_ISSUER}`)
  @Rule('asset', isAsset, 'must be native, XLM, CODE:ISSUER or a contract id, with the right StrKey checksums', {
    type: 'string',
    pattern: '^(|native|XLM|[A-Za-z0-9]{1,12}:G[A-Z2-7]{55}|C[A-Z2-7]{55})$',
  })
  readonly asset!: string;

  @Describe('What is known of the asset.')
  @Nested(() => StellarTokenMetadata)
  @Optional()
  readonly metadata?: StellarTokenMetadata;

  @Describe("Highest fee that is taken in the asset, in the asset's smallest unit.", 10_000_000n)
  @Amount(64)
  @Optional()
  readonly max_allowed_fee?: bigint;

  @Describe('How the asset is swapped for XLM.')
  @Nested(() => TokenSwapConfig)
  @Optional()
  readonly swap_config?: TokenSwapConfig;
}

/** How collected assets are swapped for XLM, so that the relayer stays funded. */
export class StellarSwapConfig {
  @Describe('Exchanges that swap, the preferred one first.', ['order-book'])
  @ValuesOf((options) => OneOf(SWAP_STRATEGIES, options), MAX_STRATEGIES, 1)
  readonly strategies!: readonly (typeof SWAP_STRATEGIES)[number][];

  @Describe('When swaps run: cron schedule of six or seven fields, seconds first, in UTC.', '0 0 */6 * * *')
  @CronSchedule()
  @Optional()
  readonly cron_schedule?: string;

  @Describe('Balance below which a swap runs, in stroops.', 100_000_000n)
  @Amount(64)
  @Optional()
  readonly min_balance_threshold?: bigint;
}

/** The policies of a relayer on a Stellar network. */
export class StellarPolicies {
  @Describe('Who pays the fees of a transaction.', 'relayer')
  @OneOf(FEE_PAYMENT_STRATEGIES)
  readonly fee_payment_strategy!: FeePaymentStrategy;

  @Describe('Least balance of the account, in stroops, for the relayer to send transactions.', 10_000_000n)
  @Amount(64)
  @Optional()
  readonly min_balance?: bigint;

  @Describe('Highest fee that the relayer pays for a transaction, in stroops.', 1_000_000n)
  @Amount(32)
  @Optional()
  readonly max_fee?: bigint;

  @Describe('How long a transaction may wait for its ledger, in seconds.', 60n)
  @Amount(64)
  @Optional()
  readonly timeout_seconds?: bigint;

  @Describe('Whether several transactions may be under way at once.', false)
  @Flag()
  @Optional()
  readonly concurrent_transactions?: boolean;

  @Describe('Loss in price that a conversion may take, in percent.', 1)
  @Decimal(0, 100)
  @Optional()
  readonly slippage_percentage?: number;

  @Describe('What is added to an estimated fee, in percent.', 10)
  @Decimal(0)
  @Optional()
  readonly fee_margin_percentage?: number;

  @Describe('Assets that users may pay fees in.')
  @ListOf(() => StellarAllowedToken, MAX_TOKENS)
  @Optional()
  readonly allowed_tokens?: readonly StellarAllowedToken[];

  @Describe('How collected assets are swapped for XLM. Only where the user pays the fees.')
  @Nested(() => StellarSwapConfig)
  @Optional()
  readonly swap_config?: StellarSwapConfig;
}

export const stellar: NetworkType<StellarPolicies> = {
  name: 'stellar',
  title: 'Stellar',
  policies: StellarPolicies,
  required: ['fee_payment_strategy'],
  check({ allowed_tokens = [], swap_config, fee_payment_strategy }) {
    const faults = [...tokenSwapFaults(allowed_tokens), ...kindFaults(allowed_tokens)];
    if (swap_config && fee_payment_strategy === 'relayer') {
      faults.push({ path: 'swap_config', message: 'must only be given where fee_payment_strategy is user' });
    }
    return faults;
  },
  curve: 'ed25519',
  inFiles: {
    lenient: ['allowed_tokens'],
    unknown: [
      { path: 'allowed_tokens[].metadata', message: 'is ignored in its file: it asks the chain', isRefused: false },
    ],
  },
  addressOf: (publicKey) => encodeStrkey('account', publicKey),
  addressFault: (address) => strkeyFault('account', address),
  examples: stellarExamples,
};

function isAssetCode(value: unknown): boolean {
  return typeof value === 'string' && ASSET_CODE.test(value);
}

function isAsset(value: unknown): boolean {
  if (value === 'native' || value === 'XLM' || value === '') return true;
  if (typeof value !== 'string' || !value.includes(':')) return strkeyFault('contract', value) === undefined;
  const [code, ...issuer] = value.split(':');
  return isAssetCode(code) && strkeyFault('account', issuer.join(':')) === undefined;
}

const kindFaults = (tokens: readonly StellarAllowedToken[]): Fault[] =>
  tokens.flatMap(({ metadata: { kind } = {} }, index) => {
    if (!(kind instanceof StellarTokenKind) || (kind.classic === undefined) !== (kind.contract === undefined))
      return [];
    const path = `allowed_tokens[${String(index)}].metadata.kind`;
    return [{ path, message: 'must name exactly one of classic and contract' }];
  });
