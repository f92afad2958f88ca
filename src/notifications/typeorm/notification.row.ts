import { Column, Entity } from 'typeorm';
import type { SealedColumn } from '../../encryption/sealed-column';
import { RecordRow } from '../../persistence/record.row';

@Entity('notifications')
export class NotificationRow extends RecordRow {
  @Column('varchar', { length: 16 })
  type!: string;

  /** Sealed: the JSON text of the URL, and whether there is a signing key. */
  @Column('text')
  url!: string;

  /** The id of the key that sealed the URL. */
  @Column('varchar', { length: 32 })
  url_key!: string;

  /** Sealed. */
  @Column('text', { nullable: true })
  signing_key!: string | null;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32, nullable: true })
  key_id!: string | null;

  /** The variable of a file that the key came from. */
  @Column('text', { nullable: true })
  key_variable!: string | null;

  /** The events that it subscribes to, each between two commas. */
  @Column('varchar', { length: 1024, nullable: true })
  events!: string | null;

  @Column('varchar', { length: 16, nullable: true })
  delivery_state!: string | null;
}

export const locationOfUrl = (id: string): string => `notifications/${id}/url`;

export const locationOfSigningKey = (id: string): string => `notifications/${id}/signing_key`;

export const sealedWebhookUrls: SealedColumn = {
  table: 'notifications',
  column: 'url',
  keyColumn: 'url_key',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, locationOfUrl(id)),
};

export const sealedSigningKeys: SealedColumn = {
  table: 'notifications',
  column: 'signing_key',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, locationOfSigningKey(id)),
};
