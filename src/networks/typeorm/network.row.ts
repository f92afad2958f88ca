import { Column, Entity } from 'typeorm';
import type { SealedColumn } from '../../encryption/sealed-column';
import { RecordRow } from '../../persistence/record.row';

@Entity('networks')
export class NetworkRow extends RecordRow {
  /** The type and the name, in small letters. */
  @Column('varchar', { length: 640, unique: true })
  override id!: string;

  @Column('varchar', { length: 64 })
  network_type!: string;

  @Column('varchar', { length: 255 })
  name!: string;

  /** Whether it is one of those that are there from the first start. SQLite has no booleans. */
  @Column('boolean')
  is_catalogue!: boolean | number;

  /** Exact JSON: what it has beside its endpoints. */
  @Column('text')
  details!: string;

  /** The sealed JSON text of the list; null where it is that of the catalogue, which nobody has to hide. */
  @Column('text', { nullable: true })
  rpc_urls!: string | null;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32, nullable: true })
  key_id!: string | null;
}

export const locationOfEndpoints = (id: string): string => `networks/${id}/rpc_urls`;

export const sealedEndpoints: SealedColumn = {
  table: 'networks',
  column: 'rpc_urls',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, locationOfEndpoints(id)),
};
