import type { Network } from './network';

/** Tells which relayers are on a network. */
export abstract class NetworkUsage {
  /**
   * Their ids, in the order of their creation; at most 20.
   * @param among only these, where any are given
   */
  abstract relayersOn(network: Network, among?: ReadonlySet<string>): Promise<readonly string[]>;

  /** Whether others than some relayers are. */
  abstract isUsedBeyond(network: Network, relayers: ReadonlySet<string>): Promise<boolean>;
}
