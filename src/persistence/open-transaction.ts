import type { QueryRunner } from 'typeorm';

/**
 * A transaction as the call that runs in it carries it along. What goes on after its end, a promise that nobody awaited
 * for instance, is no longer part of it, nor of the next one on the same connection.
 */
export class OpenTransaction {
  readonly afterCommitCallbacks = new Set<() => void>();
  private isOver = false;

  constructor(private readonly connection: QueryRunner) {}

  /** Undefined once it is over. */
  get runner(): QueryRunner | undefined {
    return this.isOver ? undefined : this.connection;
  }

  end(): void {
    this.isOver = true;
  }
}
