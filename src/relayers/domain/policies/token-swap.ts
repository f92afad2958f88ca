import { Amount } from '../../../chains/amount';
import { Decimal, Describe, Optional } from '../../../kernel/declarations';
import type { Fault } from '../../../kernel/domain-error';

export const FEE_PAYMENT_STRATEGIES = ['user', 'relayer'] as const;

export type FeePaymentStrategy = (typeof FEE_PAYMENT_STRATEGIES)[number];

/** How a collected token is swapped for the network's own currency. */
export class TokenSwapConfig {
  @Describe('Loss in price that a swap may take, in percent.', 0.5)
  @Decimal(0)
  @Optional()
  readonly slippage_percentage?: number;

  @Describe("Least amount of a swap, in the token's smallest unit.", 1_000_000n)
  @Amount(64)
  @Optional()
  readonly min_amount?: bigint;

  @Describe("Greatest amount of a swap, in the token's smallest unit.", 1_000_000_000n)
  @Amount(64)
  @Optional()
  readonly max_amount?: bigint;

  @Describe("Amount that stays after a swap, in the token's smallest unit.", 500_000n)
  @Amount(64)
  @Optional()
  readonly retain_min_amount?: bigint;
}

/** The rules between the fields of each token's swap configuration. */
export function tokenSwapFaults(tokens: readonly { readonly swap_config?: TokenSwapConfig }[] = []): Fault[] {
  return tokens.flatMap(({ swap_config: { min_amount: least, max_amount: most } = {} }, index) =>
    typeof least === 'bigint' && typeof most === 'bigint' && least > most
      ? [{ path: `allowed_tokens[${String(index)}].swap_config.max_amount`, message: 'must be at least min_amount' }]
      : [],
  );
}
