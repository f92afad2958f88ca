import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { DeliveryState } from '../domain/delivery';

/** Numbers that may be wide come as texts from PostgreSQL. */
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

  @Column('varchar', { length: 640 })
  resource_id!: string;

  @Column('integer', { nullable: true })
  version!: number | null;

  @Column('text')
  body!: string;

  /** In milliseconds since 1970. */
  @Column('bigint')
  created_at!: number | string;

  /** When the next attempt is due; 0 before the first one, so that those are found in the order of their sequences. */
  @Column('bigint')
  due_at!: number | string;

  @Column('integer')
  tries!: number;

  @Column('varchar', { length: 16 })
  state!: DeliveryState;

  @Column('bigint', { nullable: true })
  finished_at!: number | string | null;
}
