/** Runs work so that all of it is stored, durably, or none of it. */
export abstract class Transactions {
  /**
   * Resolves after the commit. Everything that repositories do inside `work` belongs to the transaction, also across
   * awaits; a `run` inside a `run` joins the outer one. On PostgreSQL `work` may run again, after a serialization failure,
   * so it has no effects outside of the database: those wait for {@link afterCommit}.
   * @param record the one that the work changes, if it is about one: this process changes it once at a time, so that
   *   those who wait for it hold no connection that others need (persistence/lanes.ts). Nothing on SQLite, where writers
   *   take turns anyway
   * @throws what `work` throws, after everything was undone; a DomainError of kind `unavailable` where the store fails.
   */
  abstract run<T>(work: () => Promise<T>, record?: string): Promise<T>;

  /**
   * Runs work that changes nothing, and sees one state of everything, however long it takes. It holds up no writer.
   * @throws what `work` throws; a DomainError of kind `unavailable` where the store fails.
   */
  abstract read<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Calls `callback` once the caller's transaction is committed, and once however often it is given.
   * @throws Error outside a transaction
   */
  abstract afterCommit(callback: () => void): void;
}
