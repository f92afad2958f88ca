/** Tells which relayers refer to a signer. */
export abstract class SignerUsage {
  /**
   * Their ids, in the order of their creation; at most 20.
   * @param among only these, where any are given
   */
  abstract relayersUsing(signerId: string, among?: ReadonlySet<string>): Promise<readonly string[]>;

  /** Whether others than some relayers do. */
  abstract isUsedBeyond(signerId: string, relayers: ReadonlySet<string>): Promise<boolean>;
}
