import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SealedColumn } from '../../encryption/sealed-column';

@Entity('configuration_sections')
export class UnsupportedSectionRow {
  @PrimaryColumn('varchar', { length: 32 })
  name!: string;

  /** The sealed JSON text. */
  @Column('text')
  document!: string;

  /** The id of the key that sealed it. */
  @Column('varchar', { length: 32, nullable: true })
  key_id!: string | null;
}

export const placeOfSection = (name: string): string => `configuration_sections/${name}/document`;

export const sealedSections: SealedColumn = {
  table: 'configuration_sections',
  column: 'document',
  identity: ['name'],
  replace: (text, [name = ''], change) => change(text, placeOfSection(name)),
};
