import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What is known to everything that some work sets off, across awaits, until the work is done. While no work runs,
 * nothing follows anything: on Node.js before 24 that costs every promise of the process, of whatever request.
 */
export class Ambient<T> {
  private readonly storage = new AsyncLocalStorage<T>();
  private running = 0;

  get current(): T | undefined {
    return this.storage.getStore();
  }

  /** @param work is done when it returns, or when the promise settles that it returns */
  run<R>(value: T, work: () => R): R {
    this.running += 1;
    let result: R;
    try {
      result = this.storage.run(value, work);
    } catch (error) {
      this.leave();
      throw error;
    }
    if (!(result instanceof Promise)) this.leave();
    else {
      const leave = (): void => this.leave();
      result.then(leave, leave);
    }
    return result;
  }

  private leave(): void {
    this.running -= 1;
    if (this.running === 0) this.storage.disable();
  }
}
