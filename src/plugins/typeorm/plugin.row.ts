import { Column, Entity } from 'typeorm';
import type { SealedColumn } from '../../encryption/sealed-column';
import { RecordRow } from '../../persistence/record.row';

@Entity('plugins')
export class PluginRow extends RecordRow {
  @Column('varchar', { length: 255, unique: true })
  override id!: string;

  @Column('text')
  path!: string;

  /** In seconds, as digits: neither database has integers of 64 bits without a sign. */
  @Column('varchar', { length: 20 })
  timeout!: string;

  /** SQLite has no booleans. */
  @Column('boolean')
  emit_logs!: boolean | number;

  @Column('boolean')
  emit_traces!: boolean | number;

  @Column('boolean')
  raw_response!: boolean | number;

  @Column('boolean')
  allow_get_invocation!: boolean | number;

  @Column('boolean')
  forward_logs!: boolean | number;

  /** The sealed JSON text of the object. */
  @Column('text', { nullable: true })
  config!: string | null;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32, nullable: true })
  key_id!: string | null;
}

export const locationOfConfig = (id: string): string => `plugins/${id}/config`;

export const sealedConfigs: SealedColumn = {
  table: 'plugins',
  column: 'config',
  identity: ['id'],
  replace: (text, [id = ''], change) => change(text, locationOfConfig(id)),
};
