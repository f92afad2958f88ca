import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who works on the deliveries for a notification, and how these go. Times come as texts from PostgreSQL. */
@Entity('delivery_queues')
export class DeliveryQueueRow {
  @PrimaryColumn('varchar', { length: 36 })
  notification_id!: string;

  /** The process that has the lease, or had it last. */
  @Column('varchar', { length: 36 })
  holder!: string;

  /** In milliseconds since 1970; 0 once the lease was given back. */
  @Column('bigint')
  leased_until!: number | string;

  /** In milliseconds since 1970; null where the last attempt succeeded. */
  @Column('bigint', { nullable: true })
  failing_since!: number | string | null;
}
