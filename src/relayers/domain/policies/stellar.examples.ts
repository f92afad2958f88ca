import type { NetworkType } from './policy';

// Public accounts and contracts: the issuer and the contract of USDC, and the account and contract of SEP-23.
const USDC_ISSUER = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
const USDC_CONTRACT = 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75';
const ACCOUNT = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const CONTRACT = 'CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA';

const notAnAsset = 'must be native, XLM, CODE:ISSUER or a contract id, with the right StrKey checksums';

export const stellarExamples: NetworkType['examples'] = {
  good: [
    {
      policies: {
        fee_payment_strategy: 'user',
        min_balance: 10_000_000n,
        max_fee: 1_000_000n,
        timeout_seconds: 60n,
        concurrent_transactions: false,
        slippage_percentage: 1,
        fee_margin_percentage: 10,
        allowed_tokens: [
          {
            asset: `USDC:${USDC_ISSUER}`,
            metadata: {
              kind: { classic: { code: 'USDC', issuer: USDC_ISSUER } },
              decimals: 7,
              canonical_asset_id: `USDC:${USDC_ISSUER}`,
            },
            max_allowed_fee: 10_000_000n,
            swap_config: { slippage_percentage: 1, min_amount: 1_000_000n, max_amount: 1_000_000_000n },
          },
        ],
        swap_config: {
          strategies: ['order-book', 'soroswap'],
          cron_schedule: '0 0 */6 * * *',
          min_balance_threshold: 100_000_000n,
        },
      },
    },
    { policies: { fee_payment_strategy: 'relayer' } },
    {
      policies: {
        fee_payment_strategy: 'relayer',
        min_balance: '18446744073709551615',
        max_fee: 4_294_967_295,
        timeout_seconds: 18_446_744_073_709_551_615n,
        slippage_percentage: 100,
        fee_margin_percentage: 0.25,
        allowed_tokens: [
          { asset: 'native', metadata: { kind: 'native', decimals: 7, canonical_asset_id: 'native' } },
          { asset: '', metadata: { kind: 'native', decimals: 7, canonical_asset_id: '' }, max_allowed_fee: '+007' },
          { asset: 'XLM', metadata: null },
          {
            asset: USDC_CONTRACT,
            metadata: { kind: { contract: { contract_id: CONTRACT } }, decimals: 7, canonical_asset_id: CONTRACT },
          },
        ],
      },
    },
  ],
  bad: [
    { policies: {}, faults: [{ path: 'fee_payment_strategy', message: 'is required' }] },
    {
      policies: {
        fee_payment_strategy: 'relayer',
        max_fee: 4_294_967_296,
        timeout_seconds: -1,
        slippage_percentage: 100.5,
        concurrent_transactions: 'no',
        gas_price_cap: 1,
        swap_config: { strategies: [], cron_schedule: '60 * * * * *' },
      },
      faults: [
        { path: 'gas_price_cap', message: 'is not a known field' },
        { path: 'max_fee', message: 'must be a whole number from 0 to 2^32-1' },
        { path: 'timeout_seconds', message: 'must be a whole number from 0 to 2^64-1' },
        { path: 'concurrent_transactions', message: 'must be true or false' },
        { path: 'slippage_percentage', message: 'must be a number from 0 to 100' },
        { path: 'swap_config.strategies', message: 'must be a list of 1 to 10 items' },
        { path: 'swap_config.cron_schedule', message: 'must be a cron schedule: its seconds must be from 0 to 59' },
        { path: 'swap_config', message: 'must only be given where fee_payment_strategy is user' },
      ],
    },
    {
      policies: { fee_payment_strategy: 'user', swap_config: { strategies: ['order-book', 'jupiter-swap'] } },
      faults: [{ path: 'swap_config.strategies[1]', message: 'must be one of order-book, soroswap' }],
    },
    {
      policies: { fee_payment_strategy: 'user', swap_config: {} },
      faults: [{ path: 'swap_config.strategies', message: 'is required' }],
    },
    {
      policies: {
        fee_payment_strategy: 'user',
        allowed_tokens: [
          { asset: `USDC:${USDC_ISSUER.slice(0, -1)}M` },
          { asset: `TOOLONGACODE1:${ACCOUNT}` },
          { asset: ACCOUNT },
          { asset: 'usdc' },
          { asset: `USDC:${ACCOUNT}:1` },
          { asset: `${CONTRACT.slice(0, -1)}B` },
        ],
      },
      faults: [0, 1, 2, 3, 4, 5].map((index) => ({
        path: `allowed_tokens[${String(index)}].asset`,
        message: notAnAsset,
      })),
    },
    {
      policies: {
        fee_payment_strategy: 'user',
        allowed_tokens: [
          { asset: 'XLM', metadata: { kind: 'classic', decimals: 7, canonical_asset_id: 'native' } },
          { asset: 'XLM', metadata: { kind: {}, decimals: -1 } },
          {
            asset: 'XLM',
            metadata: {
              kind: { classic: { code: 'US-DC', issuer: CONTRACT }, contract: { contract_id: ACCOUNT } },
              decimals: 7,
              canonical_asset_id: 'native',
            },
            swap_config: { min_amount: '5', max_amount: '4' },
          },
        ],
      },
      faults: [
        { path: 'allowed_tokens[0].metadata.kind', message: 'must be "native" or an object' },
        { path: 'allowed_tokens[1].metadata.decimals', message: 'must be a whole number from 0 to 4294967295' },
        { path: 'allowed_tokens[2].metadata.kind.classic.code', message: 'must be 1 to 12 letters and digits' },
        {
          path: 'allowed_tokens[2].metadata.kind.classic.issuer',
          message: 'must be a Stellar account (G...) with the right StrKey checksum',
        },
        {
          path: 'allowed_tokens[2].metadata.kind.contract.contract_id',
          message: 'must be a Stellar contract (C...) with the right StrKey checksum',
        },
        { path: 'allowed_tokens[2].swap_config.max_amount', message: 'must be at least min_amount' },
        { path: 'allowed_tokens[1].metadata.kind', message: 'must name exactly one of classic and contract' },
        { path: 'allowed_tokens[2].metadata.kind', message: 'must name exactly one of classic and contract' },
      ],
    },
  ],
};
