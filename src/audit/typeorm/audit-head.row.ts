import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The end of the chain: the one row that whoever seals locks. */
@Entity('audit_head')
export class AuditHeadRow {
  @PrimaryColumn('integer')
  id!: number;

  @Column('bigint')
  seq!: number | string;

  @Column('varchar', { length: 64 })
  hash!: string;
}
