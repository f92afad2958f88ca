import { AsyncResource } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import { codeOf } from './driver-errors';

interface Turn {
  /** When it has waited for another process long enough, as `performance.now` tells. */
  readonly deadline: number;
  /** Runs the work in the caller's own asynchronous context; tells how the caller hears of the outcome. */
  readonly work: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

const LOCK_WAIT_MS = 5_000;
const LOCK_RETRY_MS = 5;

/**
 * Lets the writers of one SQLite connection take turns. Those that wait at the same time share one durable commit, and
 * none hears of success before it. The failure of one undoes that one alone: where it has changed something by then,
 * all work again, each within a savepoint of its own, which would cost every turn as much as its change.
 */
export class WriterTurns {
  private waiting: Turn[] = [];
  private running: Promise<void> | undefined;
  private committing = 0;

  /** Prepared once: as texts, they would be read anew by SQLite for every turn. */
  private readonly statements: Readonly<Record<'begin' | 'commit' | 'savepoint' | 'release' | 'changes', Statement>>;

  /** @param lockWait in milliseconds: how long a turn waits for another process, the turns before it included */
  constructor(
    private readonly connection: Sqlite,
    private readonly lockWait = LOCK_WAIT_MS,
  ) {
    this.statements = {
      begin: connection.prepare('BEGIN IMMEDIATE'),
      commit: connection.prepare('COMMIT'),
      savepoint: connection.prepare('SAVEPOINT turn'),
      release: connection.prepare('RELEASE turn'),
      changes: connection.prepare('SELECT total_changes()').pluck(),
    };
  }

  /** How many writers wait for their turn, or for the commit that they share. */
  get length(): number {
    return this.waiting.length + this.committing;
  }

  take<T>(work: () => Promise<T>): Promise<T> {
    const context = new AsyncResource('WriterTurn');
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({
        deadline: performance.now() + this.lockWait,
        work: () => context.runInAsyncScope(work),
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      // A turn later, the writers of all requests that have arrived by now are waiting, too.
      this.running ??= new Promise<void>((go) => setImmediate(go)).then(() => this.run());
    });
  }

  /** Resolves when no writer waits or works. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting;
      this.waiting = [];
      this.committing = group.length;
      await this.commitTogether(group);
    }
    this.committing = 0;
    this.running = undefined;
  }

  private async commitTogether(group: readonly Turn[]): Promise<void> {
    let done: readonly (() => void)[] = [];
    try {
      const patient = await this.begin(group);
      if (patient.length === 0) return;
      done = (await this.attemptTogether(patient)) ?? (await this.attemptApart(patient));
      this.statements.commit.run();
    } catch (error) {
      this.rollBack();
      for (const turn of group) turn.reject(error);
      return;
    }
    for (const tell of done) tell();
  }

  private rollBack(): void {
    try {
      if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
    } catch {
      // SQLite undoes by itself what it cannot undo when told to, at the latest when the file is opened again. Those
      // who wait hear of what came first, and the next group of whether the connection still serves.
    }
  }

  /**
   * Another process may hold the lock: wait for it without holding up this one's readers. Gives the turns that waited
   * as long as they had to; those whose time is over hear of it meanwhile.
   */
  private async begin(group: readonly Turn[]): Promise<readonly Turn[]> {
    for (let patient = group; ;) {
      try {
        this.statements.begin.run();
        return patient;
      } catch (error) {
        if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
        const now = performance.now();
        for (const turn of patient) if (turn.deadline < now) turn.reject(error);
        patient = patient.filter(({ deadline }) => deadline >= now);
        if (patient.length === 0) return patient;
        await wait(LOCK_RETRY_MS);
      }
    }
  }

  /** Undefined where one failed that had changed something, which nothing keeps apart from the others' changes. */
  private async attemptTogether(group: readonly Turn[]): Promise<readonly (() => void)[] | undefined> {
    const done: (() => void)[] = [];
    for (const { work, resolve, reject } of group) {
      const changes = this.statements.changes.get();
      try {
        const value = await work();
        done.push(() => resolve(value));
      } catch (error) {
        // SQLite undoes the whole transaction by itself after some failures (disk full): then nobody's work is kept.
        if (!this.connection.inTransaction || group.length === 1) throw error;
        if (this.statements.changes.get() !== changes) return undefined;
        done.push(() => reject(error));
      }
    }
    return done;
  }

  private async attemptApart(group: readonly Turn[]): Promise<readonly (() => void)[]> {
    this.connection.exec('ROLLBACK');
    const patient = await this.begin(group);
    const done: (() => void)[] = [];
    for (const turn of patient) done.push(await this.attempt(turn));
    return done;
  }

  private async attempt({ work, resolve, reject }: Turn): Promise<() => void> {
    this.statements.savepoint.run();
    try {
      const value = await work();
      this.statements.release.run();
      return () => resolve(value);
    } catch (error) {
      if (!this.connection.inTransaction) throw error;
      this.connection.exec('ROLLBACK TO turn');
      this.statements.release.run();
      return () => reject(error);
    }
  }
}
