import { Injectable } from '@nestjs/common';
import { Gauge, Histogram, Registry } from 'prom-client';
import { Database } from '../persistence/database';
import type { DatabaseOutcome, DatabaseWatcher } from '../persistence/database-watcher';

const BUCKETS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** How long statements and transactions take, how they end, and who waits for the database. */
@Injectable()
export class DatabaseMetrics implements DatabaseWatcher {
  private readonly queries: Histogram<'outcome'>;
  private readonly transactions: Histogram<'outcome'>;

  constructor(registry: Registry, database: Database) {
    this.queries = byOutcome(registry, 'database_query_duration_seconds', 'Time of one statement.');
    this.transactions = byOutcome(
      registry,
      'database_transaction_duration_seconds',
      'Time of a transaction from the wish to the commit, the wait for its turn or connection included.',
    );
    new Gauge({
      name: 'database_waiting',
      help: 'Who waits: for a connection of the pool on PostgreSQL, for the turn to write and its commit on SQLite.',
      registers: [registry],
      collect() {
        this.set(database.load().waiting);
      },
    });
    if (database.load().connections) collectConnections(database, registry);
    database.watch(this);
  }

  queried(outcome: DatabaseOutcome, seconds: number): void {
    this.queries.observe({ outcome }, seconds);
  }

  transacted(outcome: DatabaseOutcome, seconds: number): void {
    this.transactions.observe({ outcome }, seconds);
  }
}

function byOutcome(registry: Registry, name: string, help: string): Histogram<'outcome'> {
  const histogram = new Histogram({ name, help, labelNames: ['outcome'], buckets: BUCKETS, registers: [registry] });
  for (const outcome of ['ok', 'failed', 'unavailable'] satisfies DatabaseOutcome[]) histogram.zero({ outcome });
  return histogram;
}

function collectConnections(database: Database, registry: Registry): void {
  for (const state of ['busy', 'idle'] as const) {
    new Gauge({
      name: `database_pool_${state}_connections`,
      help: `Connections of the pool to PostgreSQL that are ${state}.`,
      registers: [registry],
      collect() {
        this.set(database.load().connections?.[state] ?? 0);
      },
    });
  }
}
