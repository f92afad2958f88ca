import type { Fact } from './fact';

/** Keeps what happened, for ever, in the order in which it was committed. */
export abstract class Journal {
  /**
   * Keeps the fact with the caller's transaction, or not at all.
   * @throws Error outside a transaction
   */
  abstract record(fact: Fact): void;

  /**
   * For a transaction with very many changes, now and then: where much was recorded, that is written already now, and not
   * held in memory until the commit.
   */
  abstract relieve(): Promise<void>;
}
