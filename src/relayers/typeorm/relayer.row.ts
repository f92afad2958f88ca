import { Column, Entity } from 'typeorm';
import { DocumentRow } from '../../persistence/document.row';
import type { SealedColumn } from '../../persistence/sealed-column';

/** The columns beside the document are what lists are filtered by, and what the database itself keeps true. */
@Entity('relayers')
export class RelayerRow extends DocumentRow {
  @Column('varchar', { length: 64 })
  network_type!: string;

  @Column('varchar', { length: 255 })
  network!: string;

  @Column('boolean')
  paused!: boolean;

  @Column('boolean')
  system_disabled!: boolean;

  @Column('varchar', { length: 36 })
  signer_id!: string;

  @Column('varchar', { length: 36, nullable: true })
  notification_id!: string | null;

  /** The id, the name and the address in lower case, a line each. */
  @Column('text')
  search_text!: string;

  /** The sealed JSON text of the list. */
  @Column('text', { nullable: true })
  custom_rpc_urls!: string | null;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32, nullable: true })
  key_id!: string | null;

  /** The sealed JSON text of the reason, where the document has one without what its URLs may hold. */
  @Column('text', { nullable: true })
  disabled_reason!: string | null;

  /** The id of the key that sealed the reason. */
  @Column('varchar', { length: 32, nullable: true })
  disabled_reason_key!: string | null;
}

export const placeOfRpcUrls = (id: string): string => `relayers/${id}/custom_rpc_urls`;

export const placeOfReason = (id: string): string => `relayers/${id}/disabled_reason`;

export const sealedReasons: SealedColumn = {
  table: 'relayers',
  column: 'disabled_reason',
  keyColumn: 'disabled_reason_key',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, placeOfReason(id)),
};

export const sealedRpcUrls: SealedColumn = {
  table: 'relayers',
  column: 'custom_rpc_urls',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, placeOfRpcUrls(id)),
};
