import { Client, type ClientConfig, type QueryConfig, type QueryResult } from 'pg';
import { outOfPatience, Patience } from '../kernel/patience';

/** What pg says of a query whose answer did not come in time. */
const READ_TIMEOUT = 'Query read timeout';

type Query = (query: QueryConfig & { readonly query_timeout?: number }) => Promise<QueryResult>;

/**
 * A connection that waits for an answer no longer than its caller does, and that is given up where none came: a server
 * that is frozen would hold it, and whoever got it next would wait behind the query that was never answered.
 */
export class ImpatientClient extends Client {
  /** In milliseconds, for any one query. */
  private readonly limit: number;

  constructor(config: ClientConfig = {}) {
    super(config);
    this.limit = config.query_timeout ?? Infinity;
  }

  // pg declares nine ways to call this; those who use a pool give a text or an object, and take a promise.
  override query = ((given: string | QueryConfig, values?: unknown[]): Promise<QueryResult> => {
    const { left = Infinity } = Patience;
    // The rest of its transaction will not come, nor its end.
    if (left <= 0) return Promise.reject(this.givenUp(outOfPatience()));
    const query = typeof given === 'string' ? { text: given, ...(values && { values }) } : given;
    const limit = Math.min(left, this.limit);
    const run = super.query.bind(this) as Query;
    this.sendTogether();
    return run(limit === Infinity ? query : { ...query, query_timeout: limit }).catch((error: unknown) => {
      throw error instanceof Error && error.message === READ_TIMEOUT ? this.givenUp(error) : error;
    });
  }) as Client['query'];

  /** What is asked for before the process turns to something else is written at once: each write wakes the server up. */
  private sendTogether(): void {
    const { stream } = this.connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /** Whoever waits for an answer is told that there will be none. */
  giveUp(reason: Error): void {
    this.givenUp(reason);
  }

  /** At once, as whoever is told of the error hands the connection back to the pool. */
  private givenUp(error: Error): Error {
    this.connection.emit('error', error);
    return error;
  }
}
