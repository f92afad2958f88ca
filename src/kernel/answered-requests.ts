/** Remembers what was answered to requests that may be sent twice. Everything needs a transaction. */
export abstract class AnsweredRequests {
  /**
   * What was answered since `since` in this scope under this key. Where nothing was, the key is the caller's until its
   * transaction ends: others who claim it wait for that.
   */
  abstract claim(scope: string, key: string, now: Date, since: Date): Promise<string | undefined>;

  /** Remembers an answer, which is sealed, under a key that was claimed. Forgets those from before `since`. */
  abstract remember(scope: string, key: string, answer: string, since: Date): Promise<void>;
}
