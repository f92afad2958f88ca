/** In milliseconds: the longest wait before a worker is replaced, and how long all have to live for it to be over. */
const MAX_MS = 30_000;
const STABLE_MS = 60_000;
const FIRST_MS = 500;

/** How long to wait before what died is started again: not at all at first, then longer each time. */
export class RestartDelay {
  private deaths = 0;
  private latest = 0;

  /** In milliseconds, for a death at `now`, by a clock that nobody sets. */
  next(now: number): number {
    if (now - this.latest > STABLE_MS) this.deaths = 0;
    this.latest = now;
    const delay = this.deaths === 0 ? 0 : Math.min(MAX_MS, FIRST_MS * 2 ** (this.deaths - 1));
    this.deaths++;
    return delay;
  }
}
