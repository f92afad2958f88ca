/** In milliseconds: how long an answer is remembered. */
export const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** Remembers what was answered to requests that may be sent twice. Claiming and remembering need a transaction. */
export abstract class AnsweredRequests {
  /**
   * What was answered since `since` in this scope under this key. Where nothing was, the key is the caller's until its
   * transaction ends: others who claim it wait for that.
   */
  abstract claim(scope: string, key: string, now: Date, since: Date): Promise<string | undefined>;

  /** Remembers an answer, which is sealed, under a key that was claimed. */
  abstract remember(scope: string, key: string, answer: string): Promise<void>;

  /** Forgets some of those from before a time, in a transaction of its own; returns whether there may be more. */
  abstract forget(before: Date): Promise<boolean>;
}
