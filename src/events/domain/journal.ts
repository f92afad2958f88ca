import type { Fact } from './fact';

/** Keeps what happened, for ever, in the order in which it was committed. */
export abstract class Journal {
  /**
   * Keeps the fact with the caller's transaction, or not at all.
   * @throws Error outside a transaction
   */
  abstract record(fact: Fact): void;
}
