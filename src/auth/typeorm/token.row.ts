import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RecordRow } from '../../persistence/record.row';

/** Instants are texts in ISO 8601, in UTC. */
@Entity('api_tokens')
export class TokenRow extends RecordRow {
  @Column('varchar', { length: 255 })
  name!: string;

  /** A JSON list. */
  @Column('text')
  permissions!: string;

  /** A JSON list; null where it is not restricted. */
  @Column('text', { nullable: true })
  relayers!: string | null;

  /** SHA-256 of the whole token, in hex. */
  @Column('varchar', { length: 64 })
  digest!: string;

  @Column('varchar', { length: 24 })
  created_at!: string;

  @Column('varchar', { length: 24, nullable: true })
  expires_at!: string | null;

  @Column('varchar', { length: 24, nullable: true })
  last_used_at!: string | null;

  @Column('varchar', { length: 24, nullable: true })
  revoked_at!: string | null;
}

/** By these, the tokens within some relayers are found. */
@Entity('api_token_relayers')
export class TokenRelayerRow {
  @PrimaryColumn('varchar', { length: 36 })
  token_id!: string;

  @PrimaryColumn('varchar', { length: 36 })
  relayer_id!: string;
}
