import { Ambient } from '../kernel/ambient';
import { CommitQueue } from './commit-queue';

interface Scope<Handle> {
  handle: Handle | undefined;
  readonly queue: CommitQueue;
  readonly followers: Set<() => void>;
}

/**
 * Tells code in which transaction it runs, across awaits, as long as that transaction is open: what goes on after its
 * end, a promise that nobody awaited for instance, is no longer part of it, nor of the next one on the same connection.
 */
export class TransactionScope<Handle> {
  private readonly entered = new Ambient<Scope<Handle>>();

  get current(): Handle | undefined {
    return this.entered.current?.handle;
  }

  /**
   * Runs work within the transaction, which ends with it, and with what the work left for the end.
   * @param followers gets what the work leaves for after that
   */
  async run<T>(handle: Handle, work: () => Promise<T>, followers: Set<() => void>): Promise<T> {
    const scope: Scope<Handle> = { handle, queue: new CommitQueue(), followers };
    try {
      return await this.entered.run(scope, async () => {
        const value = await work();
        await scope.queue.empty();
        return value;
      });
    } finally {
      scope.handle = undefined;
    }
  }

  /** @throws Error outside a transaction */
  beforeEnd<T>(item: T, last: (items: readonly T[]) => Promise<void>): void {
    this.open.queue.add(item, last);
  }

  /** @throws Error outside a transaction */
  afterEnd(follower: () => void): void {
    this.open.followers.add(follower);
  }

  private get open(): Scope<Handle> {
    const scope = this.entered.current;
    if (scope?.handle === undefined) throw new Error('This needs a transaction');
    return scope;
  }

  /** Does already now what was left for the end, where that is a lot. */
  async relieve(most: number): Promise<void> {
    await this.entered.current?.queue.empty(most);
  }
}
