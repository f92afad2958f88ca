import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** The last position that the column can hold; no parameter that is compared with one may be greater. */
export const LAST_POSITION = 2 ** 31 - 1;

/** The columns that every record has. The fields of a row are its columns, named as in the database. */
export abstract class RecordRow {
  /** The position in the order of creation; never used twice. */
  @PrimaryGeneratedColumn()
  seq!: number;

  @Column('varchar', { length: 36, unique: true })
  id!: string;

  @Column('integer')
  version!: number;
}
