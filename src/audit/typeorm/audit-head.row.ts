import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The ends of the chain: the one row that whoever seals locks, and whoever cuts. */
@Entity('audit_head')
export class AuditHeadRow {
  @PrimaryColumn('integer')
  id!: number;

  @Column('bigint')
  seq!: number | string;

  @Column('varchar', { length: 64 })
  hash!: string;

  /** Up to where entries were moved to files; null where all are here. */
  @Column('bigint', { nullable: true })
  cut_seq!: number | string | null;

  @Column('varchar', { length: 64, nullable: true })
  cut_hash!: string | null;

  @Column('bigint', { nullable: true })
  cut_at!: number | string | null;

  @Column('varchar', { length: 64, nullable: true })
  cut_code!: string | null;
}
