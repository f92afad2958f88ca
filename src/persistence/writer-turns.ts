import { AsyncResource } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { DomainError } from '../kernel/domain-error';
import { codeOf } from './driver-errors';

interface Turn {
  /** Runs the work in the caller's own asynchronous context; tells how the caller hears of the outcome. */
  readonly work: () => Promise<() => void>;
  readonly reject: (reason: unknown) => void;
  /** Ends its wait. */
  readonly timer: NodeJS.Timeout;
}

const MAX_WAIT_MS = 5_000;
const LOCK_RETRY_MS = 5;
/** TypeORM begins transactions that take the lock with their first change, when what they have read may be old. */
const TAKE_LOCK = 'DELETE FROM record_counts WHERE 1 = 0';

/**
 * Lets the writers of one SQLite connection take turns. Those that wait at the same time share one durable commit, each
 * within a savepoint of its own, and none hears of success before it.
 * @see docs/adr/0004-sqlite-writers-take-turns.md
 */
export class WriterTurns {
  /** Whose work has not begun. */
  private readonly waiting = new Set<Turn>();
  private running: Promise<void> | undefined;
  private committing = 0;

  /** @param maxWait in milliseconds: how long a turn waits for those before it, in this process and in others */
  constructor(
    private readonly runner: QueryRunner,
    private readonly maxWait = MAX_WAIT_MS,
  ) {}

  /** How many writers wait for their turn, or for the commit that they share. */
  get length(): number {
    return this.waiting.size + this.committing;
  }

  /** @throws DomainError of kind `unavailable` where the turn does not come in time, and what the work throws */
  take<T>(work: () => Promise<T>): Promise<T> {
    const inContext = AsyncResource.bind(work);
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => {
        if (this.begin(turn)) reject(DomainError.unavailable('other writers take too long', undefined));
      };
      const turn: Turn = {
        work: () => inContext().then((value) => () => resolve(value)),
        reject,
        timer: setTimeout(giveUp, this.maxWait),
      };
      this.waiting.add(turn);
      // A turn later, the writers of all requests that have arrived by now are waiting, too.
      this.running ??= new Promise<void>((go) => setImmediate(go)).then(() => this.run());
    });
  }

  /** Resolves when no writer waits or works. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.size > 0) {
      if (await this.lock()) await this.commitTogether([...this.waiting]);
    }
    this.running = undefined;
  }

  /**
   * Another process may hold the lock: it is waited for without holding up this one's readers, as long as somebody needs
   * it. Tells whether it is there.
   */
  private async lock(): Promise<boolean> {
    while (this.waiting.size > 0) {
      try {
        if (this.runner.isTransactionActive) throw new Error('The transaction before has not ended');
        await this.runner.startTransaction();
        await this.runner.query(TAKE_LOCK);
        return true;
      } catch (error) {
        await this.rollBack();
        if (codeOf(error).startsWith('SQLITE_BUSY')) await wait(LOCK_RETRY_MS);
        else this.rejectAll(this.waiting, error);
      }
    }
    return false;
  }

  private async commitTogether(group: readonly Turn[]): Promise<void> {
    const outcomes: (() => void)[] = [];
    try {
      for (const turn of group) {
        if (!this.begin(turn)) continue;
        this.committing++;
        outcomes.push(await (group.length > 1 ? this.attempt(turn) : turn.work()));
      }
      await this.runner.commitTransaction();
      for (const tell of outcomes) tell();
    } catch (error) {
      await this.rollBack();
      this.rejectAll(group, error);
    }
    this.committing = 0;
  }

  /** False where it has given up, or has begun before. */
  private begin(turn: Turn): boolean {
    clearTimeout(turn.timer);
    return this.waiting.delete(turn);
  }

  private rejectAll(turns: Iterable<Turn>, error: unknown): void {
    for (const turn of turns) {
      this.begin(turn);
      turn.reject(error);
    }
  }

  /** @throws what the work throws, where SQLite has undone the whole transaction with it, as after a full disk */
  private async attempt({ work, reject }: Turn): Promise<() => void> {
    await this.runner.query('SAVEPOINT turn');
    try {
      const tell = await work();
      await this.runner.query('RELEASE turn');
      return tell;
    } catch (error) {
      const undone = this.runner.query('ROLLBACK TO turn').then(() => this.runner.query('RELEASE turn'));
      await undone.catch(() => Promise.reject(error as Error));
      return () => reject(error);
    }
  }

  /** TypeORM does not learn of it where SQLite has undone a transaction by itself: an empty one is ended in its place. */
  private async rollBack(): Promise<void> {
    for (let attempts = 0; this.runner.isTransactionActive && attempts < 3; attempts++) {
      const undone = this.runner.rollbackTransaction().catch(() => this.runner.query('BEGIN'));
      await undone.catch(() => undefined);
    }
  }
}
