/** A value that could not be opened, and so was left as it is. */
export interface Unopened {
  /** Where it is: table, record and field. */
  readonly place: string;
  readonly reason: string;
}

/** What came of a rotation. */
export interface Rotation {
  /** The id of the key that seals now. */
  readonly key: string;
  /** How many rows of each table were sealed anew. */
  readonly resealed: Readonly<Record<string, number>>;
  /** At most 100 of them. */
  readonly unopened: readonly Unopened[];
  /** How many rows still need another key: those that could not be opened, and all that is left when it was stopped. */
  readonly remaining: number;
}

/** What was sealed anew in one transaction; no two are the same and of the same millisecond. */
export interface Resealed {
  readonly table: string;
  readonly column: string;
  /** The id of the key that it was sealed with before. */
  readonly from: string;
  readonly rows: number;
}

/** Seals anew what is not sealed with the key that seals now. */
export abstract class KeyRotation {
  /**
   * Works in short transactions of its own, while others read and write. What was done stays done when it ends early.
   * @param record called in each transaction that seals something anew
   * @param progress called with the number of rows that were sealed anew
   * @param stop ends it after the transaction that runs
   */
  abstract run(
    record: (resealed: Resealed) => Promise<void>,
    progress?: (done: number) => void,
    stop?: AbortSignal,
  ): Promise<Rotation>;
}
