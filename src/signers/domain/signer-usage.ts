/** Tells which relayers refer to a signer. */
export abstract class SignerUsage {
  /** Their ids, in the order of their creation; at most 20. */
  abstract relayersUsing(signerId: string): Promise<readonly string[]>;
}
