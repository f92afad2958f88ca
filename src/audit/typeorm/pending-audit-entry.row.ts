import { Entity, PrimaryGeneratedColumn } from 'typeorm';
import { AuditEntryRow } from './audit-entry.row';

/** An entry that is not sealed yet. */
@Entity('pending_audit_entries')
export class PendingAuditEntryRow extends AuditEntryRow {
  /** Drawn while the record is locked: of two entries of one record the later one has the greater number. */
  @PrimaryGeneratedColumn({ type: 'bigint' })
  seq!: number | string;
}
