/** Runs work so that all of it is kept, durably, or none of it. */
export abstract class Transactions {
  /**
   * Resolves after the commit. Everything that repositories do inside `work` belongs to the transaction, also across
   * awaits; a `run` inside a `run` joins the outer one.
   * @throws what `work` throws, after everything was undone; a DomainError of kind `unavailable` where the store fails.
   */
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
