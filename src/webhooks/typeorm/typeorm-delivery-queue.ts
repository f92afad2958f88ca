import { Injectable } from '@nestjs/common';
import { And, type FindOperator, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Or } from 'typeorm';
import { Database } from '../../persistence/database';
import { insertRows } from '../../persistence/many-records';
import type { Statement } from '../../persistence/statement';
import { Table } from '../../persistence/table';
import { type Attempt, type Delivery, MAX_ATTEMPTS, type NewDelivery } from '../domain/delivery';
import {
  type Backlog,
  type Consequence,
  DeliveryQueue,
  type DueQueue,
  type Lease,
  LEASE_MS,
  type RetryTime,
} from '../domain/delivery-queue';
import { DeliveryAttemptRow } from './delivery-attempt.row';
import { DeliveryQueueRow } from './delivery-queue.row';
import { attemptRowOf, deliveryListing, deliveryOf, deliveryRowOf } from './delivery.mapper';
import { DeliveryRow } from './delivery.row';

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
      AND one.notification_id = found.notification_id AND (one.due_at <= ? OR one.due_at > ?))
    AND (queue.leased_until IS NULL OR queue.leased_until < ? OR queue.leased_until > ?)
  ORDER BY found.notification_id`;

const FAILING = `SELECT CAST(COUNT(*) AS integer) AS failing FROM (${WAITING}) AS found
  JOIN delivery_queues AS queue ON queue.notification_id = found.notification_id WHERE queue.failing_since IS NOT NULL`;

const LEASE = `INSERT INTO delivery_queues (notification_id, holder, leased_until) VALUES (?, ?, ?)
  ON CONFLICT (notification_id) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
  WHERE delivery_queues.leased_until < ? OR delivery_queues.leased_until > ?
  RETURNING failing_since`;

/** The oldest of a delivery, but for the last ones. */
const FORGET_ATTEMPTS = `DELETE FROM delivery_attempts WHERE delivery = ? AND seq <=
  (SELECT made.seq FROM delivery_attempts AS made WHERE made.delivery = ? ORDER BY made.seq DESC LIMIT 1 OFFSET ?)`;

/** The oldest of a queue, but for the last ones. */
const CANCEL_BEYOND = `UPDATE deliveries SET state = 'cancelled', finished_at = ?
  WHERE finished_at IS NULL AND notification_id = ? AND seq <= (SELECT first.seq FROM deliveries AS first
    WHERE first.finished_at IS NULL AND first.notification_id = ? ORDER BY first.seq DESC LIMIT 1 OFFSET ?)`;

/** Some queues of notifications that have gone, with nothing in them. */
const GONE = `SELECT queue.notification_id FROM delivery_queues AS queue
  WHERE NOT EXISTS (SELECT 1 FROM notifications AS one WHERE one.id = queue.notification_id)
    AND NOT EXISTS (SELECT 1 FROM deliveries AS waiting
      WHERE waiting.finished_at IS NULL AND waiting.notification_id = queue.notification_id)
  ORDER BY queue.notification_id LIMIT 500`;

/** How much later than any lease can end one has to end for the clock that gave it to have been set back since. */
const SET_BACK_MS = 60_000;
const DELETE_AT_ONCE = 500;

@Injectable()
export class TypeOrmDeliveryQueue extends DeliveryQueue {
  private readonly deliveries: Table<DeliveryRow>;
  private readonly insertAttempt: Statement<never>;
  private readonly settle: Statement<never>;
  private readonly findBody: Statement<Pick<DeliveryRow, 'body'>>;

  constructor(private readonly database: Database) {
    super();
    this.deliveries = new Table(database, DeliveryRow, deliveryListing);
    this.findBody = database.compile(
      this.deliveries.select(['body']).where('row.seq = :seq AND row.finished_at IS NULL'),
    );
    this.insertAttempt = new Table(database, DeliveryAttemptRow).insertion();
    this.settle = database.compile(
      database.manager
        .createQueryBuilder()
        .update(DeliveryRow)
        .set({ tries: () => 'tries + 1', state: () => ':state', due_at: () => ':due', finished_at: () => ':end' })
        .where(`seq = :seq AND (finished_at IS NULL OR :state = 'delivered')`),
    );
  }

  override async add(...deliveries: readonly NewDelivery[]): Promise<void> {
    await insertRows(this.database, 'deliveries', deliveries.map(deliveryRowOf));
  }

  override async due({ now, latest }: RetryTime): Promise<readonly DueQueue[]> {
    const rows = await this.database.query<DeliveryQueueRow>(DUE, [now, latest, now, now + LEASE_MS + SET_BACK_MS]);
    return rows.map((row) => ({ notificationId: row.notification_id, isFailing: row.failing_since !== null }));
  }

  override lease(notificationId: string, holder: string, now: number): Promise<Lease | undefined> {
    const until = now + LEASE_MS;
    return this.database.run(async () => {
      const values = [notificationId, holder, until, now, until + SET_BACK_MS];
      const [row] = await this.database.query<DeliveryQueueRow>(LEASE, values);
      return row && { failingSince: row.failing_since === null ? null : Number(row.failing_since) };
    });
  }

  override renew(notificationIds: readonly string[], holder: string, now: number): Promise<readonly string[]> {
    const held = { notification_id: In([...notificationIds]), holder, leased_until: MoreThan(0) };
    return this.database.run(async () => {
      await this.database.manager.update(DeliveryQueueRow, held, { leased_until: now + LEASE_MS });
      const rows = await this.database.manager.findBy(DeliveryQueueRow, held);
      return rows.map(({ notification_id }) => notification_id);
    });
  }

  override release(notificationId: string, holder: string): Promise<void> {
    const held = { notification_id: notificationId, holder };
    return this.change(() => this.database.manager.update(DeliveryQueueRow, held, { leased_until: 0 }));
  }

  override async fresh(notificationId: string, limit: number): Promise<readonly Delivery[]> {
    const query = this.waiting(notificationId, 0).orderBy('row.seq').limit(limit);
    return (await this.database.find<DeliveryRow>(query)).map(deliveryOf);
  }

  override async retries(
    notificationId: string,
    { now, latest }: RetryTime,
    limit: number,
  ): Promise<readonly Delivery[]> {
    const due = Or(And(MoreThan(0), LessThanOrEqual(now)), MoreThan(latest));
    const query = this.waiting(notificationId, due).orderBy('row.due_at').addOrderBy('row.seq').limit(limit);
    return (await this.database.find<DeliveryRow>(query)).map(deliveryOf);
  }

  override async body(sequence: number): Promise<string | undefined> {
    const [row] = await this.findBody.run({ seq: sequence });
    return row?.body;
  }

  override record(
    { sequence, notificationId }: Pick<Delivery, 'sequence' | 'notificationId'>,
    attempt: Attempt,
    consequence: Consequence,
    failingSince?: number | null,
  ): Promise<void> {
    const [due, end] = consequence.state === 'pending' ? [consequence.dueAt, null] : [0, consequence.at];
    return this.database.run(async () => {
      await this.settle.run({ seq: sequence, state: consequence.state, due, end });
      await this.insertAttempt.run(attemptRowOf(sequence, attempt));
      await this.database.query(FORGET_ATTEMPTS, [sequence, sequence, MAX_ATTEMPTS]);
      if (failingSince === undefined) return;
      const queue = { notification_id: notificationId };
      await this.database.manager.update(DeliveryQueueRow, queue, { failing_since: failingSince });
    });
  }

  override cancel(sequence: number, now: number): Promise<void> {
    return this.cancelWhere({ seq: sequence, finished_at: IsNull() }, now);
  }

  override cancelAll(now: number): Promise<void> {
    return this.cancelWhere({ finished_at: IsNull() }, now);
  }

  override cancelBeyond(most: number, now: number): Promise<void> {
    return this.database.run(async () => {
      const queues = await this.database.query<DeliveryQueueRow>(`SELECT notification_id FROM (${WAITING}) AS found`);
      for (const { notification_id: id } of queues) await this.database.query(CANCEL_BEYOND, [now, id, id, most]);
    });
  }

  override async deleteEnded(before: number): Promise<number> {
    const finished_at = LessThan(before);
    const ended = this.deliveries.select().select('row.seq', 'seq').where({ finished_at });
    const rows = await this.database.find<DeliveryRow>(ended.orderBy('row.finished_at').limit(DELETE_AT_ONCE));
    // Where there is nothing to do, nothing is committed.
    if (rows.length === 0) return 0;
    const sequences = In(rows.map(({ seq }) => Number(seq)));
    await this.change(async () => {
      await this.database.manager.delete(DeliveryAttemptRow, { delivery: sequences });
      await this.database.manager.delete(DeliveryRow, { seq: sequences });
    });
    return rows.length;
  }

  override async forgetGone(): Promise<boolean> {
    const gone = await this.database.query<DeliveryQueueRow>(GONE);
    if (gone.length === 0) return false;
    const queues = In(gone.map(({ notification_id }) => notification_id));
    await this.change(() => this.database.manager.delete(DeliveryQueueRow, { notification_id: queues }));
    return true;
  }

  override async backlog(): Promise<Backlog> {
    const counting = this.deliveries
      .select()
      .select('CAST(COUNT(*) AS integer)', 'waiting')
      .addSelect('MIN(row.created_at)', 'since')
      .where({ finished_at: IsNull() });
    const [row] = await this.database.find<{ waiting: number; since: number | string | null }>(counting);
    const since = row?.since ?? null;
    const [queues] = await this.database.query<Pick<Backlog, 'failing'>>(FAILING);
    return {
      waiting: row?.waiting ?? 0,
      since: since === null ? null : Number(since),
      failing: queues?.failing ?? 0,
    };
  }

  private waiting(notificationId: string, due: number | FindOperator<number>) {
    const waiting = { finished_at: IsNull(), notification_id: notificationId, due_at: due };
    return this.deliveries.select(deliveryListing.columns).where(waiting);
  }

  private cancelWhere(which: object, now: number): Promise<void> {
    const cancelled = { state: 'cancelled', finished_at: now } as const;
    return this.change(() => this.database.manager.update(DeliveryRow, which, cancelled));
  }

  private async change(work: () => Promise<unknown>): Promise<void> {
    await this.database.run(work);
  }
}
