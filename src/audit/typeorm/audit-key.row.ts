import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SealedColumn } from '../../encryption/sealed-column';

/** The one key that authenticates audit entries. */
@Entity('audit_keys')
export class AuditKeyRow {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('text')
  sealed!: string;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32 })
  key_id!: string;
}

export const locationOfAuditKey = (id: string): string => `audit_keys/${id}/sealed`;

export const sealedAuditKey: SealedColumn = {
  table: 'audit_keys',
  column: 'sealed',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, locationOfAuditKey(id)),
};
