/** Lets work that is for the same thing happen one after another, in the order of arrival. */
export class Lanes {
  /** The end of the last one in each lane. */
  private readonly ends = new Map<string, Promise<unknown>>();

  /**
   * @param wait how the caller waits for its turn; where it gives up, the work is left undone
   * @throws what `wait` and `work` throw
   */
  async take<T>(
    lane: string,
    wait: (turn: Promise<unknown> | undefined) => Promise<unknown>,
    work: () => Promise<T>,
  ): Promise<T> {
    const turn = this.ends.get(lane);
    const done = wait(turn).then(work);
    const end = Promise.allSettled([turn, done]);
    this.ends.set(lane, end);
    void end.then(() => {
      if (this.ends.get(lane) === end) this.ends.delete(lane);
    });
    return done;
  }
}
