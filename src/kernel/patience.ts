import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * How much longer a call waits for what others do for it, all its waits together. Only those count: while a client
 * still sends its body, nothing is used up.
 */
export class Patience {
  private static readonly entered = new AsyncLocalStorage<Patience>();
  private waits = 0;
  private deadline = 0;

  /** @param left in milliseconds */
  private constructor(private left: number) {}

  /** Runs work, and everything that it sets off, with that many milliseconds of patience. */
  static run<T>(milliseconds: number, work: () => T): T {
    return this.entered.run(new Patience(milliseconds), work);
  }

  /** In milliseconds; undefined where nobody is in a hurry, as the command line is not. */
  static get left(): number | undefined {
    const patience = this.entered.getStore();
    if (patience === undefined) return undefined;
    return patience.waits === 0 ? patience.left : patience.deadline - performance.now();
  }

  /**
   * What the wait gives, as long as patience lasts; the work is to stop by itself then.
   * @throws Error that speaks of a timeout
   */
  static spend<T>(wait: () => Promise<T>): Promise<T> {
    const patience = this.entered.getStore();
    return patience === undefined ? wait() : patience.wait(wait);
  }

  private async wait<T>(wait: () => Promise<T>): Promise<T> {
    if (this.waits++ === 0) this.deadline = performance.now() + this.left;
    let timer: NodeJS.Timeout | undefined;
    try {
      const given = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(outOfPatience()), this.deadline - performance.now());
      });
      return await Promise.race([wait(), given]);
    } finally {
      clearTimeout(timer);
      if (--this.waits === 0) this.left = this.deadline - performance.now();
    }
  }
}

export const outOfPatience = (): Error => new Error('timeout: the call has waited as long as it may');
