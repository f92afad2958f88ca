import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many records of a collection have their position in a bucket; buckets get finer with each level. */
@Entity('record_counts')
export class CountRow {
  @PrimaryColumn('varchar', { length: 32 })
  collection!: string;

  @PrimaryColumn('integer')
  level!: number;

  @PrimaryColumn('integer')
  bucket!: number;

  @Column('integer')
  records!: number;
}
