import { Exclude, Expose } from 'class-transformer';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('notifications')
export class NotificationEntity {
  @PrimaryColumn({ length: 36 })
  id!: string;

  @Column()
  type!: string;

  @Column()
  url!: string;

  @Exclude()
  @Column('varchar', { nullable: true })
  signing_key!: string | null;

  @Expose()
  get has_signing_key(): boolean {
    return this.signing_key !== null;
  }
}
