import { AsyncResource } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import { DomainError } from '../kernel/domain-error';
import type { ReplicaState } from './database';
import { borrow, giveBack } from './borrowed-client';
import { codeOf, translateDriverError } from './driver-errors';
import type { ImpatientClient } from './impatient-client';
import { type Positions, writePosition } from './positions';

/** In milliseconds: how long a read waits for the replica, before the primary is asked with what is left of its time. */
const REPLICA_WAIT_MS = 1_000;
/** In milliseconds: how often the replica is looked at while it is used, whether or not anybody reads. */
const LOOK_MS = 5_000;
/** In milliseconds: how far behind it may be when it is looked at, and how often that is asked. */
const MOST_LAG_MS = 1_000;
const POLL_MS = 50;
/** In milliseconds: how long until it is tried again; longer and longer where it is lost soon after it came back. */
const LEAST_PAUSE_MS = 500;
const MOST_PAUSE_MS = 8_000;
const STABLE_MS = 10_000;

/** A statement that took too long, or that changes which arrived got in the way of. */
const QUERY_CANCELLED = '57014';

export const IDENTIFY = { name: 'identify', text: 'SELECT system_identifier::text AS id FROM pg_control_system()' };
const HAS_REACHED = {
  name: 'has_reached',
  text: 'SELECT pg_is_in_recovery() AS follows, pg_last_wal_replay_lsn() >= $1 AS yes',
};

/**
 * A server that follows the primary, and of which nothing is believed but what it shows: each connection is asked how far
 * its server is, as a name may stand for several, and one that crashed begins where it was before. While it does not
 * answer or is far behind nobody waits for it. Its loss and its return are logged once each.
 */
export class Replica implements ReplicaState {
  readonly reads = { served: 0, behind: 0, failed: 0, away: 0 };
  private readonly logger = new Logger('replica');
  /** A caller who can hardly wait any more must not be taken for a replica that does not answer. */
  private readonly nobody = new AsyncResource('Replica');
  private readonly pool: Pool;
  private readonly connections = new Set<ImpatientClient>();
  /** The last position that was asked for and had been reached, by connection. */
  private readonly reached = new WeakMap<PoolClient, bigint>();
  /** What tells those who wait that the replica is lost. */
  private readonly waiting = new Set<() => void>();
  private isThere = false;
  private timer: NodeJS.Timeout | undefined;
  private pause = LEAST_PAUSE_MS;
  private upSince = 0;
  private isToldLost = false;
  private isLooking = false;
  private isClosed = false;

  /**
   * @param config of a pool whose connections are of {@link ImpatientClient}
   * @param identity of the primary, which its replicas share
   */
  constructor(
    config: PoolConfig,
    private readonly positions: Positions,
    private readonly identity: string,
  ) {
    this.pool = new Pool({
      ...config,
      connectionTimeoutMillis: REPLICA_WAIT_MS,
      statement_timeout: REPLICA_WAIT_MS,
      query_timeout: REPLICA_WAIT_MS,
    });
    this.pool.on('connect', (client) => this.connections.add(client as unknown as ImpatientClient));
    this.pool.on('remove', (client) => this.connections.delete(client as unknown as ImpatientClient));
    this.pool.on('error', (error) => this.lose(error));
  }

  get isUp(): boolean {
    return this.isThere;
  }

  /** Resolves when it is clear whether the replica is there, which is looked after from then on. */
  async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      const position = await this.positions.now().catch(() => undefined);
      // Without the primary nobody can tell how far it is, nor is anything read.
      if (position !== undefined) await this.judge(position);
    } finally {
      this.isLooking = false;
      this.lookLater();
    }
  }

  /**
   * The rows of a statement at that position or a later one; undefined where the replica does not give them.
   * @param position undefined where it was not worth asking for
   */
  async query(position: bigint | undefined, statement: QueryConfig): Promise<unknown[] | undefined> {
    const isOfUse = this.isThere && position !== undefined;
    const found = isOfUse ? await this.unlessLost(position, statement) : 'away';
    this.reads[typeof found === 'string' ? found : 'served']++;
    return typeof found === 'string' ? undefined : found;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.giveUpConnections();
    await this.pool.end();
  }

  private async judge(position: bigint): Promise<void> {
    try {
      const deadline = performance.now() + MOST_LAG_MS;
      while (!(await this.isAt(position))) {
        if (performance.now() > deadline) throw new Error('it is more than a second behind');
        await wait(POLL_MS);
      }
      this.find();
    } catch (error) {
      this.lose(error);
    }
  }

  private lookLater(): void {
    clearTimeout(this.timer);
    if (this.isClosed || this.isLooking) return;
    this.timer = setTimeout(() => void this.look(), this.isThere ? LOOK_MS : this.pause).unref();
  }

  private async ask(position: bigint, statement: QueryConfig): Promise<unknown[] | 'behind' | 'failed'> {
    try {
      return await this.use(async (client) => {
        const isKnown = (this.reached.get(client) ?? -1n) >= position;
        const [isFresh, { rows }] = await Promise.all([
          isKnown || this.hasReached(client, position),
          client.query(statement),
        ]);
        return isFresh ? (rows as unknown[]) : 'behind';
      });
    } catch (error) {
      if (isLoss(error)) this.lose(error);
      return 'failed';
    }
  }

  private async unlessLost(position: bigint, statement: QueryConfig): Promise<unknown[] | 'behind' | 'failed'> {
    let tell: () => void = () => undefined;
    const lost = new Promise<'failed'>((resolve) => {
      tell = () => resolve('failed');
    });
    this.waiting.add(tell);
    try {
      return await Promise.race([this.nobody.runInAsyncScope(() => this.ask(position, statement)), lost]);
    } finally {
      this.waiting.delete(tell);
    }
  }

  private isAt(position: bigint): Promise<boolean> {
    return this.use((client) => this.hasReached(client, position));
  }

  /** Sent before the statement that it is asked for: what a statement sees is settled before it asks anything itself. */
  private async hasReached(client: PoolClient, position: bigint): Promise<boolean> {
    const answers = [client.query({ ...HAS_REACHED, values: [writePosition(position)] })];
    if (!this.reached.has(client)) answers.push(client.query(IDENTIFY));
    const [place, server] = await Promise.all(answers);
    if (server && (server.rows[0] as { readonly id: string }).id !== this.identity) {
      throw new Error('it follows another server than the primary');
    }
    const { follows, yes } = place?.rows[0] as { readonly follows: boolean; readonly yes: boolean };
    if (!follows) throw new Error('it follows no other server');
    if (yes) this.reached.set(client, position);
    return yes;
  }

  /** A connection on which something failed is not used again. */
  private async use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await borrow(this.pool);
    try {
      const result = await work(client);
      giveBack(client);
      return result;
    } catch (error) {
      giveBack(client, true);
      throw error;
    }
  }

  private find(): void {
    if (this.isThere) return;
    this.isThere = true;
    this.upSince = performance.now();
    if (this.isToldLost) this.logger.warn('The replica is used again');
    this.isToldLost = false;
  }

  private lose(reason: unknown): void {
    if (this.isClosed) return;
    if (this.isThere) {
      const wasStable = performance.now() - this.upSince > STABLE_MS;
      this.pause = wasStable ? LEAST_PAUSE_MS : Math.min(2 * this.pause, MOST_PAUSE_MS);
      this.isThere = false;
      this.lookLater();
    }
    if (!this.isToldLost) {
      const { message } = reason as Error;
      this.logger.warn({ reason: message || codeOf(reason) }, 'The replica is not used: reads go to the primary');
    }
    this.isToldLost = true;
    this.giveUpConnections();
    for (const tell of this.waiting) tell();
  }

  /** What was sent over them is answered never, or too late. */
  private giveUpConnections(): void {
    const open = [...this.connections];
    this.connections.clear();
    for (const connection of open) connection.giveUp(new Error('the replica is not asked any more'));
  }
}

/** Whether the replica is of no use, and not only for one statement. */
function isLoss(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '') return true;
  const told = translateDriverError(error);
  return code !== QUERY_CANCELLED && told instanceof DomainError && told.kind === 'unavailable';
}
