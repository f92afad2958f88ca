import { Column, Entity } from 'typeorm';
import { DocumentRow } from '../../persistence/document.row';
import type { SealedColumn } from '../../persistence/sealed-column';

@Entity('notifications')
export class NotificationRow extends DocumentRow {
  /** Sealed. */
  @Column('text', { nullable: true })
  signing_key!: string | null;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32, nullable: true })
  key_id!: string | null;
}

export const placeOfSigningKey = (id: string): string => `notifications/${id}/signing_key`;

export const sealedSigningKeys: SealedColumn = {
  table: 'notifications',
  column: 'signing_key',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, placeOfSigningKey(id)),
};
