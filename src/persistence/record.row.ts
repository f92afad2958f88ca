import { Column, PrimaryGeneratedColumn } from 'typeorm';

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
