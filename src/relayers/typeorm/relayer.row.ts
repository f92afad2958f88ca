import { Column, Entity } from 'typeorm';
import { RecordRow } from '../../persistence/record.row';
import type { SealedColumn } from '../../encryption/sealed-column';

@Entity('relayers')
export class RelayerRow extends RecordRow {
  @Column('varchar', { length: 255 })
  name!: string;

  @Column('varchar', { length: 64 })
  network_type!: string;

  @Column('varchar', { length: 255 })
  network!: string;

  /** Empty while unknown. */
  @Column('varchar', { length: 255 })
  address!: string;

  /** Exact JSON: its integers may be too large for numbers. */
  @Column('text')
  policies!: string;

  /** SQLite has no booleans. */
  @Column('boolean')
  paused!: boolean | number;

  @Column('boolean')
  system_disabled!: boolean | number;

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

  /** The sealed JSON text of why it is out of service: it may quote URLs. */
  @Column('text', { nullable: true })
  disabled_reason!: string | null;

  /** The id of the key that sealed the reason. */
  @Column('varchar', { length: 32, nullable: true })
  disabled_reason_key!: string | null;
}

export const locationOfRpcUrls = (id: string): string => `relayers/${id}/custom_rpc_urls`;

export const locationOfReason = (id: string): string => `relayers/${id}/disabled_reason`;

export const sealedReasons: SealedColumn = {
  table: 'relayers',
  column: 'disabled_reason',
  keyColumn: 'disabled_reason_key',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, locationOfReason(id)),
};

export const sealedRpcUrls: SealedColumn = {
  table: 'relayers',
  column: 'custom_rpc_urls',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, locationOfRpcUrls(id)),
};
