import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Rows are inserted and read, never changed. Places and times come as texts from PostgreSQL. */
@Entity('audit_events')
export class AuditEventRow {
  @PrimaryColumn('bigint')
  seq!: number | string;

  /** In milliseconds since 1970. */
  @Column('bigint')
  at!: number | string;

  @Column('varchar', { length: 64 })
  actor!: string;

  @Column('varchar', { length: 255 })
  actor_name!: string;

  @Column('varchar', { length: 64 })
  action!: string;

  @Column('varchar', { length: 32 })
  resource!: string;

  @Column('varchar', { length: 64 })
  resource_id!: string;

  @Column('integer', { nullable: true })
  version!: number | null;

  @Column('varchar', { length: 128, nullable: true })
  request_id!: string | null;

  @Column('text')
  document!: string;

  @Column('varchar', { length: 64 })
  hash!: string;
}
