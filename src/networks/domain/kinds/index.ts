import type { Fault } from '../../../kernel/domain-error';
import { oneOfMessage } from '../../../kernel/one-of';
import { VariantRegistry } from '../../../kernel/variant-registry';
import { evm } from './evm';
import type { NetworkKind } from './network-kind';
import { solana } from './solana';
import { stellar } from './stellar';

/** The types that networks can have. */
export class NetworkKinds extends VariantRegistry<NetworkKind> {
  constructor() {
    super(({ type }) => [type], [evm, solana, stellar]);
  }

  /** What is said of a `network_type` that is none of them. */
  unknown(given: unknown): Fault {
    const types = this.all().map(({ type }) => type);
    return { path: 'network_type', message: oneOfMessage(types, given) };
  }
}
