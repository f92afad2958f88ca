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

  /** The events that it subscribes to, each between two commas. */
  @Column('varchar', { length: 1024, nullable: true })
  events!: string | null;
}

export const writeEvents = (events: readonly string[]): string | null =>
  events.length === 0 ? null : `,${events.join(',')},`;

export const readEvents = (text: string): readonly string[] => text.slice(1, -1).split(',');

export const placeOfSigningKey = (id: string): string => `notifications/${id}/signing_key`;

export const sealedSigningKeys: SealedColumn = {
  table: 'notifications',
  column: 'signing_key',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, placeOfSigningKey(id)),
};
