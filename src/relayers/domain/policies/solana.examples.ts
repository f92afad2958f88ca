import type { NetworkType } from './policy';

// Public programs and mints: the token program, the system program, the memo program, USDC, wrapped SOL.
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

const notAKey = 'must be a Solana public key: 32 bytes in base58';

export const solanaExamples: NetworkType['examples'] = {
  good: [
    {
      network: 'mainnet-beta',
      policies: {
        allowed_programs: [TOKEN_PROGRAM, SYSTEM_PROGRAM],
        max_signatures: 5,
        max_tx_data_size: 1232,
        min_balance: 10_000_000n,
        max_allowed_fee_lamports: 100_000n,
        fee_margin_percentage: 5,
        fee_payment_strategy: 'user',
        allowed_tokens: [
          {
            mint: USDC_MINT,
            decimals: 6,
            symbol: 'USDC',
            max_allowed_fee: 10_000_000n,
            swap_config: {
              slippage_percentage: 0.5,
              min_amount: 1_000_000n,
              max_amount: 1_000_000_000n,
              retain_min_amount: 500_000n,
            },
          },
        ],
        swap_config: {
          strategy: 'jupiter-swap',
          cron_schedule: '0 0 */6 * * *',
          min_balance_threshold: 100_000_000n,
          jupiter_swap_options: {
            priority_fee_max_lamports: 1_000_000n,
            priority_level: 'high',
            dynamic_compute_unit_limit: true,
          },
        },
      },
    },
    { policies: {} },
    { policies: { allowed_accounts: [MEMO_PROGRAM], fee_payment_strategy: 'relayer' } },
    { policies: { disallowed_accounts: [], allowed_accounts: null } },
    { policies: { min_balance: '18446744073709551615', max_signatures: 255, max_tx_data_size: 65535 } },
    {
      network: 'devnet',
      policies: { swap_config: { strategy: 'noop', cron_schedule: '0 30 9 ? * MON-FRI 2026-2030' } },
    },
    { network: 'mainnet-beta', policies: { swap_config: { strategy: 'jupiter-ultra' } } },
    { policies: { fee_margin_percentage: 1e21, allowed_tokens: [{ mint: WRAPPED_SOL, swap_config: {} }] } },
  ],
  bad: [
    {
      policies: {
        allowed_accounts: [TOKEN_PROGRAM],
        disallowed_accounts: [SYSTEM_PROGRAM],
        allowed_programs: [TOKEN_PROGRAM, 'l1111111111111111111111111111111', TOKEN_PROGRAM.slice(0, -1)],
      },
      faults: [
        { path: 'allowed_programs[1]', message: notAKey },
        { path: 'allowed_programs[2]', message: notAKey },
        { path: 'disallowed_accounts', message: 'must not be given together with allowed_accounts' },
      ],
    },
    {
      policies: { max_signatures: 256, max_tx_data_size: 65536, min_balance: 2n ** 64n, fee_margin_percentage: -0.1 },
      faults: [
        { path: 'max_signatures', message: 'must be a whole number from 0 to 255' },
        { path: 'max_tx_data_size', message: 'must be a whole number from 0 to 65535' },
        { path: 'min_balance', message: 'must be a whole number from 0 to 2^64-1' },
        { path: 'fee_margin_percentage', message: 'must be a number of at least 0' },
      ],
    },
    {
      network: 'devnet',
      policies: {
        fee_payment_strategy: 'relayer',
        swap_config: {
          strategy: 'jupiter-ultra',
          cron_schedule: '0 */6 * * *',
          jupiter_swap_options: { priority_fee_max_lamports: 0 },
        },
      },
      faults: [
        {
          path: 'swap_config.cron_schedule',
          message: 'must have 6 or 7 fields: the seconds come first, so put 0 before these five',
        },
        { path: 'swap_config.jupiter_swap_options.priority_fee_max_lamports', message: 'must be more than 0' },
        { path: 'swap_config', message: 'must only be given where fee_payment_strategy is user' },
        { path: 'swap_config.strategy', message: 'must be noop on another network than mainnet-beta' },
        { path: 'swap_config.jupiter_swap_options', message: 'must only be given where strategy is jupiter-swap' },
        {
          path: 'swap_config.jupiter_swap_options.priority_level',
          message: 'is required together with priority_fee_max_lamports',
        },
      ],
    },
    {
      network: 'mainnet-beta',
      policies: { swap_config: { strategy: 'jupiter-swap', jupiter_swap_options: { priority_level: 'high' } } },
      faults: [
        {
          path: 'swap_config.jupiter_swap_options.priority_fee_max_lamports',
          message: 'is required together with priority_level',
        },
      ],
    },
    {
      network: 'mainnet-beta',
      policies: {
        fee_payment_strategy: 'nobody',
        swap_config: {
          strategy: 'uniswap',
          jupiter_swap_options: { priority_level: 'low', priority_fee_max_lamports: 1, tip: 1 },
        },
      },
      faults: [
        { path: 'fee_payment_strategy', message: 'must be one of user, relayer' },
        { path: 'swap_config.strategy', message: 'must be one of jupiter-swap, jupiter-ultra, noop' },
        { path: 'swap_config.jupiter_swap_options.tip', message: 'is not a known field' },
        { path: 'swap_config.jupiter_swap_options.priority_level', message: 'must be one of medium, high, veryHigh' },
      ],
    },
    {
      policies: {
        allowed_tokens: [
          { mint: USDC_MINT, swap_config: { min_amount: 2, max_amount: 1, slippage_percentage: -1 } },
          { decimals: 256, symbol: 'x'.repeat(65), swap_config: [] },
          'USDC',
        ],
        swap_config: 'noop',
      },
      faults: [
        { path: 'allowed_tokens[0].swap_config.slippage_percentage', message: 'must be a number of at least 0' },
        { path: 'allowed_tokens[1].mint', message: 'is required' },
        { path: 'allowed_tokens[1].decimals', message: 'must be a whole number from 0 to 255' },
        { path: 'allowed_tokens[1].symbol', message: 'must be a string of 1 to 64 characters' },
        { path: 'allowed_tokens[1].swap_config', message: 'must be an object' },
        { path: 'allowed_tokens[2]', message: 'must be an object' },
        { path: 'swap_config', message: 'must be an object' },
        { path: 'allowed_tokens[0].swap_config.max_amount', message: 'must be at least min_amount' },
      ],
    },
    {
      policies: { allowed_tokens: {} },
      faults: [{ path: 'allowed_tokens', message: 'must be a list of at most 500 items' }],
    },
  ],
};
