import { Column, Entity, PrimaryColumn } from 'typeorm';
import { AuditEntryRow } from './audit-entry.row';

/** A sealed entry. Rows are inserted and read, never changed. */
@Entity('audit_events')
export class AuditEventRow extends AuditEntryRow {
  @PrimaryColumn('bigint')
  seq!: number | string;

  @Column('varchar', { length: 64 })
  hash!: string;
}
