import { Column } from 'typeorm';

/** What pending and sealed entries have in common. Numbers that may be wide come as texts from PostgreSQL. */
export abstract class AuditEntryRow {
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

  @Column('varchar', { length: 640 })
  resource_id!: string;

  @Column('integer', { nullable: true })
  version!: number | null;

  @Column('varchar', { length: 128, nullable: true })
  request_id!: string | null;

  @Column('text')
  document!: string;

  @Column('varchar', { length: 64 })
  code!: string;
}
