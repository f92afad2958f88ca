import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import type { Network } from '../domain/network';
import { NetworkUsage } from '../domain/network-usage';

const ON_NETWORK = 'network_type = ? AND network = ?';

@Injectable()
export class TypeOrmNetworkUsage extends NetworkUsage {
  constructor(private readonly database: Database) {
    super();
  }

  override async relayersOn({ kind, name }: Network, among?: ReadonlySet<string>): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM relayers WHERE ${ON_NETWORK}${among ? ` AND id IN (${placesOf(among)})` : ''} ORDER BY seq LIMIT 20`,
      [kind.type, name, ...(among ?? [])],
    );
    return rows.map(({ id }) => id);
  }

  override async isUsedBeyond({ kind, name }: Network, relayers: ReadonlySet<string>): Promise<boolean> {
    const others = await this.database.query(
      `SELECT 1 FROM relayers WHERE ${ON_NETWORK} AND id NOT IN (${placesOf(relayers)}) LIMIT 1`,
      [kind.type, name, ...relayers],
    );
    return others.length > 0;
  }
}

const placesOf = (ids: ReadonlySet<string>): string => [...ids].map(() => '?').join(', ');
