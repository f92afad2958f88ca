import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Delivery, DeliveryState } from '../domain/delivery';

/** Places and times come as texts from PostgreSQL. */
@Entity('deliveries')
export class DeliveryRow {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  seq!: number | string;

  @Column('varchar', { length: 36, unique: true })
  id!: string;

  @Column('varchar', { length: 36 })
  notification_id!: string;

  @Column('varchar', { length: 64 })
  event!: string;

  @Column('varchar', { length: 64 })
  payload_type!: string;

  @Column('varchar', { length: 32 })
  resource!: string;

  @Column('varchar', { length: 36 })
  resource_id!: string;

  @Column('integer', { nullable: true })
  version!: number | null;

  @Column('text')
  body!: string;

  /** In milliseconds since 1970. */
  @Column('bigint')
  created_at!: number | string;

  /** When the next attempt is due; 0 before the first one, so that those are found in the order of their places. */
  @Column('bigint')
  due_at!: number | string;

  @Column('integer')
  tries!: number;

  @Column('varchar', { length: 16 })
  state!: DeliveryState;

  @Column('bigint', { nullable: true })
  finished_at!: number | string | null;
}

/** What {@link deliveryOf} reads. */
export const SELECT_DELIVERY = `SELECT seq, id, notification_id, event, payload_type, resource, resource_id, version,
  body, created_at, due_at, tries, state, finished_at FROM deliveries`;

export const INSERT_DELIVERY = `INSERT INTO deliveries (id, notification_id, event, payload_type, resource, resource_id,
  version, body, created_at, due_at, tries, state, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export const deliveryOf = (row: DeliveryRow): Delivery => ({
  sequence: Number(row.seq),
  id: row.id,
  notificationId: row.notification_id,
  event: row.event,
  payloadType: row.payload_type,
  resource: row.resource,
  resourceId: row.resource_id,
  version: row.version,
  body: row.body,
  createdAt: Number(row.created_at),
  dueAt: Number(row.due_at),
  tries: row.tries,
  state: row.state,
  finishedAt: row.finished_at === null ? null : Number(row.finished_at),
});

/** The values of {@link INSERT_DELIVERY}. */
export const valuesOf = (delivery: Omit<Delivery, 'sequence'>) => [
  delivery.id,
  delivery.notificationId,
  delivery.event,
  delivery.payloadType,
  delivery.resource,
  delivery.resourceId,
  delivery.version,
  delivery.body,
  delivery.createdAt,
  delivery.dueAt,
  delivery.tries,
  delivery.state,
  delivery.finishedAt,
];
