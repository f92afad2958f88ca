import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DocumentRow } from '../../persistence/document.row';

@Entity('api_tokens')
export class TokenRow extends DocumentRow {
  /** SHA-256 of the whole token, in hex. */
  @Column('varchar', { length: 64 })
  digest!: string;

  /** ISO 8601, in UTC. */
  @Column('varchar', { length: 24, nullable: true })
  last_used_at!: string | null;
}

/** The relayers that a token is restricted to; none where it is not restricted. */
@Entity('api_token_relayers')
export class TokenRelayerRow {
  @PrimaryColumn('varchar', { length: 36 })
  token_id!: string;

  @PrimaryColumn('varchar', { length: 36 })
  relayer_id!: string;
}
