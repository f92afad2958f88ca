import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SealedColumn } from '../../encryption/sealed-column';

@Entity('retired_signing_keys')
export class RetiredSigningKeyRow {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 36 })
  notification_id!: string;

  /** Sealed. */
  @Column('text')
  signing_key!: string;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32 })
  key_id!: string;

  /** In milliseconds since 1970. */
  @Column('bigint')
  expires_at!: string | number;
}

export const locationOfRetiredKey = (notificationId: string, id: string): string =>
  `retired_signing_keys/${notificationId}/${id}/signing_key`;

export const sealedRetiredKeys: SealedColumn = {
  table: 'retired_signing_keys',
  column: 'signing_key',
  identity: ['notification_id', 'id'],
  replace: (text, [notificationId = '', id = ''], change) => change(text, locationOfRetiredKey(notificationId, id)),
};
