import { Exclude } from 'class-transformer';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export interface RpcUrl {
  readonly url: string;
  readonly weight: number;
}

@Entity('relayers')
export class RelayerEntity {
  @Exclude()
  @PrimaryGeneratedColumn()
  seq!: number;

  @Column({ length: 36, unique: true })
  id!: string;

  @Column()
  name!: string;

  @Column()
  network!: string;

  @Column()
  network_type!: string;

  @Column()
  address!: string;

  @Column()
  paused!: boolean;

  @Column()
  system_disabled!: boolean;

  @Column()
  signer_id!: string;

  @Column('varchar', { nullable: true })
  notification_id!: string | null;

  @Column('simple-json', { nullable: true })
  custom_rpc_urls!: RpcUrl[] | null;

  @Column('simple-json')
  policies!: Record<string, unknown>;
}
