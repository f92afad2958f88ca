import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { mapPage, type Page, type PageRequest } from '../../kernel/page';
import { Database } from '../../persistence/database';
import type { Statement } from '../../persistence/statement';
import { Table, type Where } from '../../persistence/table';
import type { Attempt, DeliveryHistory, NewDelivery, WholeDelivery } from '../domain/delivery';
import { type DeliveryFilter, DeliveryRepository } from '../domain/delivery.repository';
import { DeliveryAttemptRow } from './delivery-attempt.row';
import { attemptOf, attemptRowOf, deliveryListing, deliveryOf, deliveryRowOf } from './delivery.mapper';
import { DeliveryRow } from './delivery.row';

@Injectable()
export class TypeOrmDeliveryRepository extends DeliveryRepository {
  private readonly deliveries: Table<DeliveryRow>;
  private readonly findAttempts: Statement<DeliveryAttemptRow>;
  private readonly insert: Statement<Pick<DeliveryRow, 'seq'>>;
  private readonly insertAttempt: Statement<never>;

  constructor(private readonly database: Database) {
    super();
    this.deliveries = new Table(database, DeliveryRow, deliveryListing);
    const attempts = new Table(database, DeliveryAttemptRow);
    this.findAttempts = database.compile(attempts.select().where('row.delivery = :delivery').orderBy('row.seq'));
    this.insert = this.deliveries.insertion(' RETURNING seq');
    this.insertAttempt = attempts.insertion();
  }

  override async page(request: PageRequest, filter: DeliveryFilter): Promise<Page<DeliveryHistory>> {
    return mapPage(await this.deliveries.page(request, whereOf(filter)), (row) => this.history(row));
  }

  override async find(id: string): Promise<WholeDelivery | undefined> {
    const [row] = await this.database.find<DeliveryRow>(this.deliveries.select().where({ id }));
    return row && { ...(await this.history(row)), body: row.body };
  }

  override async add(delivery: NewDelivery, attempt: Attempt): Promise<WholeDelivery> {
    const [row] = await this.insert.run(deliveryRowOf(delivery));
    const sequence = Number(row?.seq);
    await this.insertAttempt.run(attemptRowOf(sequence, attempt));
    return { ...delivery, sequence, attempts: [attempt] };
  }

  override async redeliver(sequence: number, now: number): Promise<void> {
    const waiting = { state: 'pending', tries: 0, due_at: now, finished_at: null } as const;
    await this.database.manager.update(DeliveryRow, { seq: sequence }, waiting);
  }

  private async history(row: DeliveryRow): Promise<DeliveryHistory> {
    const attempts = await this.findAttempts.run({ delivery: row.seq });
    return { ...deliveryOf(row), attempts: attempts.map(attemptOf) };
  }
}

function whereOf({ notificationId, state, relayers }: DeliveryFilter): Where<DeliveryRow> {
  const all = { notification_id: notificationId, ...(state !== undefined && { state }) };
  if (!relayers) return all;
  return [
    { ...all, resource: Not('relayer') },
    { ...all, resource_id: In([...relayers]) },
  ];
}
