/**
 * How much longer a call waits for what others do for it, all its waits together. Only those count: while a client
 * still sends its body, nothing is used up.
 */
export class Deadline {
  private waits = 0;
  private end = 0;

  /** @param remaining in milliseconds */
  constructor(private remaining: number) {}

  /** In milliseconds. */
  get left(): number {
    return this.waits === 0 ? this.remaining : this.end - performance.now();
  }

  /**
   * What the wait gives, as long as the deadline has not passed; the work is to stop by itself then.
   * @throws Error that speaks of a timeout
   */
  async spend<T>(wait: () => Promise<T>): Promise<T> {
    if (this.waits++ === 0) this.end = performance.now() + this.remaining;
    let timer: NodeJS.Timeout | undefined;
    try {
      const passed = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(deadlinePassed()), this.end - performance.now());
      });
      return await Promise.race([wait(), passed]);
    } finally {
      clearTimeout(timer);
      if (--this.waits === 0) this.remaining = this.end - performance.now();
    }
  }
}

const deadlinePassed = (): Error => new Error('timeout: the call has waited as long as it may');
