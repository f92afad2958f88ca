import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import { SignerUsage } from '../domain/signer-usage';

@Injectable()
export class TypeOrmSignerUsage extends SignerUsage {
  constructor(private readonly database: Database) {
    super();
  }

  override async relayersUsing(signerId: string): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(
      'SELECT id FROM relayers WHERE signer_id = ? ORDER BY seq LIMIT 20',
      [signerId],
    );
    return rows.map(({ id }) => id);
  }
}
