import { VariantRegistry } from '../../../kernel/variant-registry';
import { evm } from './evm';
import type { NetworkType } from './policy';
import { solana } from './solana';
import { stellar } from './stellar';

/** The network types that relayers can have. */
export class NetworkTypes extends VariantRegistry<NetworkType> {
  constructor() {
    super(({ name }) => [name], [evm, solana, stellar]);
  }
}
