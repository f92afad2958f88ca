import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Numbers that may be wide come as texts from PostgreSQL. */
@Entity('delivery_attempts')
export class DeliveryAttemptRow {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  seq!: number | string;

  /** The sequence of the delivery. */
  @Column('bigint')
  delivery!: number | string;

  /** In milliseconds since 1970. */
  @Column('bigint')
  at!: number | string;

  @Column('integer', { nullable: true })
  status!: number | null;

  @Column('integer')
  latency_ms!: number;

  @Column('varchar', { length: 255, nullable: true })
  failure!: string | null;

  @Column('text')
  answer!: string;
}
