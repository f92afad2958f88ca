import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** The columns that every record has. Its fields are its columns, named as in the database. */
export abstract class DocumentRow {
  /** The place in the order of creation; never used twice. */
  @PrimaryGeneratedColumn()
  seq!: number;

  @Column('varchar', { length: 36, unique: true })
  id!: string;

  @Column('integer')
  version!: number;

  /** The public JSON text of the record, without what is sealed. */
  @Column('text')
  document!: string;
}
