import type { Fault } from '../../../kernel/domain-error';
import { oneOfMessage } from '../../../kernel/one-of';
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

  /** What is said of a `network_type` that is none of them. */
  unknown(given: string): Fault {
    const names = this.all().map(({ name }) => name);
    return { path: 'network_type', message: oneOfMessage(names, given) };
  }
}
