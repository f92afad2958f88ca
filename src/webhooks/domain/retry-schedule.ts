/** How much earlier or later than said a retry may be, so that those that failed together do not come back together. */
const JITTER = 0.1;
/** The longest that a receiver may ask to be left alone. */
const MAX_ASKED_MS = 24 * 3_600_000;

/** When a delivery that failed is tried again. */
export class RetrySchedule {
  /** @param delays in milliseconds, after the first attempt, the second and so on; after the last one follows no other */
  constructor(
    private readonly delays: readonly number[],
    private readonly random: () => number = Math.random,
  ) {}

  /** The longest wait that there can be, in milliseconds. */
  get longest(): number {
    return Math.max(MAX_ASKED_MS, ...this.delays.map((delay) => Math.round(delay * (1 + JITTER))));
  }

  /**
   * How long to wait, in milliseconds; undefined where there is no other attempt.
   * @param tries the attempts so far
   * @param asked what the receiver asked for; a wait may be made longer by it, not shorter
   */
  delay(tries: number, asked = 0): number | undefined {
    const delay = this.delays[tries - 1];
    if (delay === undefined) return undefined;
    const spread = delay * (1 - JITTER + 2 * JITTER * this.random());
    return Math.round(Math.max(spread, Math.min(asked, MAX_ASKED_MS)));
  }
}
