import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/page';
import { Database } from '../../persistence/database';
import { type Condition, filteredPage } from '../../persistence/filtered-page';
import type { Attempt, Delivery, DeliveryHistory } from '../domain/delivery';
import { type DeliveryFilter, DeliveryRepository } from '../domain/delivery.repository';
import { attemptOf, type DeliveryAttemptRow, attemptValues, INSERT_ATTEMPT } from './delivery-attempt.row';
import { deliveryOf, type DeliveryRow, INSERT_DELIVERY, SELECT_DELIVERY, valuesOf } from './delivery.row';

@Injectable()
export class TypeOrmDeliveryRepository extends DeliveryRepository {
  constructor(private readonly database: Database) {
    super();
  }

  override async page(request: PageRequest, filter: DeliveryFilter): Promise<Page<DeliveryHistory>> {
    const { items, total } = await filteredPage<DeliveryRow>(
      this.database,
      'deliveries',
      SELECT_DELIVERY,
      request,
      conditionsOf(filter),
    );
    return { items: await this.withAttempts(items.map(deliveryOf)), total };
  }

  override async find(id: string): Promise<DeliveryHistory | undefined> {
    const rows = await this.database.query<DeliveryRow>(`${SELECT_DELIVERY} WHERE id = ?`, [id]);
    const [history] = await this.withAttempts(rows.map(deliveryOf));
    return history;
  }

  override async add(delivery: Omit<Delivery, 'sequence'>, attempt: Attempt): Promise<DeliveryHistory> {
    const [row] = await this.database.query<Pick<DeliveryRow, 'seq'>>(
      `${INSERT_DELIVERY} RETURNING seq`,
      valuesOf(delivery),
    );
    const sequence = Number(row?.seq);
    await this.database.query(INSERT_ATTEMPT, attemptValues(sequence, attempt));
    return { ...delivery, sequence, attempts: [attempt] };
  }

  override async repeat(sequence: number, now: number): Promise<void> {
    await this.database.query(
      "UPDATE deliveries SET state = 'pending', tries = 0, due_at = ?, finished_at = NULL WHERE seq = ?",
      [now, sequence],
    );
  }

  private async withAttempts(deliveries: readonly Delivery[]): Promise<DeliveryHistory[]> {
    if (deliveries.length === 0) return [];
    const places = deliveries.map(() => '?').join(', ');
    const rows = await this.database.query<DeliveryAttemptRow>(
      `SELECT delivery, at, status, latency_ms, failure, answer FROM delivery_attempts
       WHERE delivery IN (${places}) ORDER BY seq`,
      deliveries.map(({ sequence }) => sequence),
    );
    return deliveries.map((delivery) => ({
      ...delivery,
      attempts: rows.filter((row) => Number(row.delivery) === delivery.sequence).map(attemptOf),
    }));
  }
}

function conditionsOf({ notificationId, state, relayers }: DeliveryFilter): Condition[] {
  const conditions: Condition[] = [{ sql: 'notification_id = ?', parameters: [notificationId] }];
  if (state !== undefined) conditions.push({ sql: 'state = ?', parameters: [state] });
  if (relayers) {
    const ids = [...relayers];
    const places = ids.map(() => '?').join(', ');
    conditions.push({ sql: `resource <> 'relayer' OR resource_id IN (${places})`, parameters: ids });
  }
  return conditions;
}
