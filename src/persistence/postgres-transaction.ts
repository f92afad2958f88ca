import type { PoolClient, QueryConfig, QueryResult } from 'pg';

/** How many statements may be on their way: the time that a statement has begins when it is sent. */
const MOST_ON_THEIR_WAY = 100;

/**
 * A transaction on one connection, whose statements are sent without a wait for the answers to those before: the server
 * takes them in their order, and once one has failed none that follows has an effect.
 */
export class PostgresTransaction {
  private isBegun = false;
  private readonly begun: Promise<unknown>;
  /** Of the first statement that failed of those whose answers nobody waits for. */
  private failure: unknown;
  /** Those of which nobody has waited for the answer. */
  private readonly sent: Promise<unknown>[] = [];

  constructor(private readonly client: PoolClient) {
    this.begun = client.query('BEGIN').then(() => (this.isBegun = true));
    this.begun.catch(ignore);
  }

  /** What reads may go together with the beginning: where that failed, it has done nothing. */
  async query(statement: QueryConfig, isReading: boolean): Promise<QueryResult> {
    if (!this.isBegun && !isReading) await this.begun;
    const answer = this.client.query(statement);
    if (!this.isBegun) await Promise.all([this.begun, answer]);
    return answer;
  }

  /**
   * Resolves when a change may be sent: the transaction has begun, and not too much is on its way.
   * @throws Error where one that was sent has failed
   */
  async ready(): Promise<void> {
    if (!this.isBegun) await this.begun;
    if (this.sent.length >= MOST_ON_THEIR_WAY) await Promise.all(this.sent.splice(0));
  }

  /** Takes a statement into account whose answer nobody waits for: the transaction is kept only if it succeeds. */
  follow(answer: Promise<unknown>): void {
    this.sent.push(answer);
    answer.catch((error: unknown) => (this.failure ??= error));
  }

  /** @throws Error where the server undid what it was told to keep, as it does once a statement has failed */
  async commit(): Promise<void> {
    await this.ready();
    const { command } = await this.client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}`);
  }

  /** Undoes everything; returns why, if that was a statement before the one that `error` tells of. */
  async rollBack(error: unknown): Promise<unknown> {
    await this.client.query('ROLLBACK').catch(ignore);
    return this.failure ?? error;
  }
}

const ignore = (): void => undefined;
