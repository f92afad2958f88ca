import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import type { Attempt, Delivery } from '../domain/delivery';
import {
  type Backlog,
  type Consequence,
  DeliveryQueue,
  type DueQueue,
  type Lease,
  LEASE_MS,
  type RetryPlace,
} from '../domain/delivery-queue';
import { attemptValues, INSERT_ATTEMPT } from './delivery-attempt.row';
import type { DeliveryQueueRow } from './delivery-queue.row';
import { deliveryOf, type DeliveryRow, SELECT_DELIVERY } from './delivery.row';

/** Walks from one queue that is not empty to the next: as many steps as there are, however much waits in them. */
const WAITING = `WITH RECURSIVE waiting (notification_id) AS (
    SELECT (SELECT notification_id FROM deliveries WHERE finished_at IS NULL ORDER BY notification_id LIMIT 1)
    UNION ALL
    SELECT (SELECT next.notification_id FROM deliveries AS next
      WHERE next.finished_at IS NULL AND next.notification_id > waiting.notification_id
      ORDER BY next.notification_id LIMIT 1)
    FROM waiting WHERE waiting.notification_id IS NOT NULL
  ) SELECT notification_id FROM waiting WHERE notification_id IS NOT NULL`;

/** A lease that ends much later than any can was given by a clock that was set back since, and counts as over. */
const DUE = `SELECT found.notification_id, queue.failing_since FROM (${WAITING}) AS found LEFT JOIN delivery_queues AS queue ON queue.notification_id = found.notification_id
  WHERE EXISTS (SELECT 1 FROM deliveries AS one WHERE one.finished_at IS NULL
      AND one.notification_id = found.notification_id AND one.due_at <= ?)
    AND (queue.leased_until IS NULL OR queue.leased_until < ? OR queue.leased_until > ?)
  ORDER BY found.notification_id`;

const LEASE = `INSERT INTO delivery_queues (notification_id, holder, leased_until) VALUES (?, ?, ?)
  ON CONFLICT (notification_id) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
  WHERE delivery_queues.leased_until < ? OR delivery_queues.leased_until > ?
  RETURNING failing_since`;

/** How much later than any lease can end one has to end for the clock that gave it to have been set back since. */
const SET_BACK_MS = 60_000;
const FORGET_AT_ONCE = 500;

@Injectable()
export class TypeOrmDeliveryQueue extends DeliveryQueue {
  constructor(private readonly database: Database) {
    super();
  }

  override async due(now: number): Promise<readonly DueQueue[]> {
    const rows = await this.database.query<DeliveryQueueRow>(DUE, [now, now, now + LEASE_MS + SET_BACK_MS]);
    return rows.map(({ notification_id, failing_since }) => ({
      notificationId: notification_id,
      isFailing: failing_since !== null,
    }));
  }

  override async lease(notificationId: string, holder: string, now: number): Promise<Lease | undefined> {
    const until = now + LEASE_MS;
    const [row] = await this.change<DeliveryQueueRow>(LEASE, [notificationId, holder, until, now, until + SET_BACK_MS]);
    return row && { failingSince: row.failing_since === null ? null : Number(row.failing_since) };
  }

  override async renew(holder: string, now: number): Promise<readonly string[]> {
    const rows = await this.change<DeliveryQueueRow>(
      'UPDATE delivery_queues SET leased_until = ? WHERE holder = ? AND leased_until > 0 RETURNING notification_id',
      [now + LEASE_MS, holder],
    );
    return rows.map(({ notification_id }) => notification_id);
  }

  override async release(notificationId: string, holder: string): Promise<void> {
    await this.change('UPDATE delivery_queues SET leased_until = 0 WHERE notification_id = ? AND holder = ?', [
      notificationId,
      holder,
    ]);
  }

  override async fresh(notificationId: string, after: number, limit: number): Promise<readonly Delivery[]> {
    const rows = await this.database.query<DeliveryRow>(
      `${SELECT_DELIVERY} WHERE finished_at IS NULL AND notification_id = ? AND due_at = 0 AND seq > ?
       ORDER BY seq LIMIT ?`,
      [notificationId, after, limit],
    );
    return rows.map(deliveryOf);
  }

  override async retries(
    notificationId: string,
    after: RetryPlace,
    now: number,
    limit: number,
  ): Promise<readonly Delivery[]> {
    const rows = await this.database.query<DeliveryRow>(
      `${SELECT_DELIVERY} WHERE finished_at IS NULL AND notification_id = ? AND (due_at, seq) > (?, ?) AND due_at <= ?
       ORDER BY due_at, seq LIMIT ?`,
      [notificationId, Math.max(after.dueAt, 1), after.sequence, now, limit],
    );
    return rows.map(deliveryOf);
  }

  override record(
    { sequence, notificationId }: Pick<Delivery, 'sequence' | 'notificationId'>,
    attempt: Attempt,
    consequence: Consequence,
    failingSince?: number | null,
  ): Promise<void> {
    const { state } = consequence;
    const [dueAt, end] = consequence.state === 'pending' ? [consequence.dueAt, null] : [0, consequence.at];
    return this.database.run(async () => {
      await this.database.send(
        'UPDATE deliveries SET tries = tries + 1, state = ?, due_at = ?, finished_at = ? WHERE seq = ?',
        [state, dueAt, end, sequence],
      );
      await this.database.send(INSERT_ATTEMPT, attemptValues(sequence, attempt));
      if (failingSince === undefined) return;
      await this.database.send('UPDATE delivery_queues SET failing_since = ? WHERE notification_id = ?', [
        failingSince,
        notificationId,
      ]);
    });
  }

  override async cancel(sequence: number, now: number): Promise<void> {
    await this.change("UPDATE deliveries SET state = 'cancelled', finished_at = ? WHERE seq = ?", [now, sequence]);
  }

  override async cancelAll(now: number): Promise<void> {
    await this.change("UPDATE deliveries SET state = 'cancelled', finished_at = ? WHERE finished_at IS NULL", [now]);
  }

  override cancelBeyond(most: number, now: number): Promise<void> {
    return this.database.run(async () => {
      const queues = await this.database.query<DeliveryQueueRow>(`SELECT notification_id FROM (${WAITING}) AS found`);
      for (const { notification_id } of queues) {
        await this.database.query(
          `UPDATE deliveries SET state = 'cancelled', finished_at = ?
           WHERE finished_at IS NULL AND notification_id = ? AND seq <= (SELECT first.seq FROM deliveries AS first
             WHERE first.finished_at IS NULL AND first.notification_id = ? ORDER BY first.seq DESC LIMIT 1 OFFSET ?)`,
          [now, notification_id, notification_id, most],
        );
      }
    });
  }

  override forget(before: number): Promise<number> {
    return this.database.run(async () => {
      const old = await this.database.query<DeliveryRow>(
        'SELECT seq FROM deliveries WHERE finished_at < ? ORDER BY finished_at LIMIT ?',
        [before, FORGET_AT_ONCE],
      );
      for (const { seq } of old) {
        await this.database.query('DELETE FROM delivery_attempts WHERE delivery = ?', [seq]);
        await this.database.query('DELETE FROM deliveries WHERE seq = ?', [seq]);
      }
      return old.length;
    });
  }

  override async backlog(): Promise<Backlog> {
    const [row] = await this.database.query<{ waiting: number; since: number | string | null }>(
      'SELECT CAST(COUNT(*) AS integer) AS waiting, MIN(created_at) AS since FROM deliveries WHERE finished_at IS NULL',
    );
    return {
      waiting: row?.waiting ?? 0,
      since: row?.since === undefined || row.since === null ? null : Number(row.since),
    };
  }

  private change<Row>(sql: string, parameters: readonly (string | number)[]): Promise<Row[]> {
    return this.database.run(() => this.database.query<Row>(sql, parameters));
  }
}
