import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that was in use: who has it opens this, whatever became of all else that it sealed. */
@Entity('key_checks')
export class KeyCheckRow {
  /** The id of the key. */
  @PrimaryColumn('varchar', { length: 32 })
  id!: string;

  @Column('text')
  sealed!: string;
}
