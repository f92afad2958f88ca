import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The end of the chain: the one row whose lock puts all that is recorded in order. */
@Entity('audit_head')
export class AuditHeadRow {
  @PrimaryColumn('integer')
  id!: number;

  @Column('bigint')
  seq!: number | string;

  @Column('varchar', { length: 64 })
  hash!: string;
}
