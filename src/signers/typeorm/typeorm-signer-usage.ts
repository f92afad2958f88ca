import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import { SignerUsage } from '../domain/signer-usage';

@Injectable()
export class TypeOrmSignerUsage extends SignerUsage {
  constructor(private readonly database: Database) {
    super();
  }

  override async relayersUsing(signerId: string, among?: ReadonlySet<string>): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM relayers WHERE signer_id = ?${among ? ` AND id IN (${placesOf(among)})` : ''} ORDER BY seq LIMIT 20`,
      [signerId, ...(among ?? [])],
    );
    return rows.map(({ id }) => id);
  }

  override async isUsedBeyond(signerId: string, relayers: ReadonlySet<string>): Promise<boolean> {
    const others = await this.database.query(
      `SELECT 1 FROM relayers WHERE signer_id = ? AND id NOT IN (${placesOf(relayers)}) LIMIT 1`,
      [signerId, ...relayers],
    );
    return others.length > 0;
  }
}

const placesOf = (ids: ReadonlySet<string>): string => [...ids].map(() => '?').join(', ');
