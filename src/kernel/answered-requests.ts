/** Remembers what was answered to requests that may be sent twice. Everything needs a transaction. */
export abstract class AnsweredRequests {
  /** What was answered since `since` in this scope under this key. */
  abstract find(scope: string, key: string, since: Date): Promise<string | undefined>;

  /** Remembers an answer, which is sealed, and forgets those from before `since`. */
  abstract remember(scope: string, key: string, answer: string, now: Date, since: Date): Promise<void>;
}
