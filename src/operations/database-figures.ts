import { Injectable } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { Database, type DatabaseOutcome, type DatabaseWatcher, type ReplicaState } from '../persistence/database';
import { Durations, type Series } from './durations';
import { counterOf, Figures, gaugeOf } from './figures';

const BOUNDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

type ByOutcome = Readonly<Record<DatabaseOutcome, Series>>;

/** What the database was asked for, how that went, and who waits for it. */
@Injectable()
export class DatabaseFigures implements DatabaseWatcher {
  private readonly queries: ByOutcome;
  private readonly transactions: ByOutcome;

  constructor({ registry }: Figures, database: Database) {
    this.queries = byOutcome('database_query_duration_seconds', 'Time of one statement.', registry);
    this.transactions = byOutcome(
      'database_transaction_duration_seconds',
      'Time of a transaction from the wish to the commit, the wait for its turn or connection included.',
      registry,
    );
    gaugeOf(registry, 'database_waiting', WAITING, () => database.load().waiting);
    if (database.load().connections) collectConnections(database, registry);
    if (database.replica) collectReplica(database.replica, registry);
    database.watch(this);
  }

  queried(outcome: DatabaseOutcome, seconds: number): void {
    this.queries[outcome].observe(seconds);
  }

  transacted(outcome: DatabaseOutcome, seconds: number): void {
    this.transactions[outcome].observe(seconds);
  }
}

function byOutcome(name: string, help: string, registry: Registry): ByOutcome {
  const durations = new Durations(name, help, BOUNDS, registry);
  return {
    ok: durations.series({ outcome: 'ok' }),
    failed: durations.series({ outcome: 'failed' }),
    unavailable: durations.series({ outcome: 'unavailable' }),
  };
}

const WAITING =
  'Who waits: for a connection of the pool on PostgreSQL, for the turn to write and its commit on SQLite.';

function collectConnections(database: Database, registry: Registry): void {
  const count = (state: 'busy' | 'idle') => database.load().connections?.[state] ?? 0;
  for (const state of ['busy', 'idle'] as const) {
    const help = `Connections of the pool to PostgreSQL that are ${state}.`;
    gaugeOf(registry, `database_pool_${state}_connections`, help, () => count(state));
  }
}

function collectReplica(replica: ReplicaState, registry: Registry): void {
  gaugeOf(registry, 'database_replica_up', 'Whether the replica is used: 1 or 0.', () => (replica.isUp ? 1 : 0));
  counterOf(
    registry,
    'database_replica_reads_total',
    'Statements that the replica served, or the primary as the replica was behind, failed or was away.',
    ['outcome'],
    () => Object.entries(replica.reads).map(([outcome, count]) => [{ outcome }, count] as const),
  );
}
