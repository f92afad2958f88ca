import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Attempt } from '../domain/delivery';

/** Places and times come as texts from PostgreSQL. */
@Entity('delivery_attempts')
export class DeliveryAttemptRow {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  seq!: number | string;

  /** The place of the delivery. */
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

export const INSERT_ATTEMPT = `INSERT INTO delivery_attempts (delivery, at, status, latency_ms, failure, answer)
  VALUES (?, ?, ?, ?, ?, ?)`;

export const attemptOf = ({ at, status, latency_ms, failure, answer }: DeliveryAttemptRow): Attempt => ({
  at: Number(at),
  status,
  latencyMs: latency_ms,
  failure,
  answer,
});

/** The values of {@link INSERT_ATTEMPT}. */
export const attemptValues = (sequence: number, { at, status, latencyMs, failure, answer }: Attempt) => [
  sequence,
  at,
  status,
  latencyMs,
  failure,
  answer,
];
