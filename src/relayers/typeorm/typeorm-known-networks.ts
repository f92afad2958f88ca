import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database';
import { inParts } from '../../persistence/many-records';
import { KnownNetworks, networkKey, type NetworkName } from '../domain/known-networks';

@Injectable()
export class TypeOrmKnownNetworks extends KnownNetworks {
  constructor(private readonly database: Database) {
    super();
  }

  override among(networks: readonly NetworkName[]): Promise<ReadonlySet<string>> {
    return this.find(networks, '');
  }

  override hold(networks: readonly NetworkName[]): Promise<ReadonlySet<string>> {
    return this.find(networks, ` ORDER BY seq${this.database.forShare}`);
  }

  override async names(networkType: string): Promise<readonly string[]> {
    const rows = await this.database.query<{ name: string }>(
      'SELECT name FROM networks WHERE network_type = ? ORDER BY seq LIMIT 1000',
      [networkType],
    );
    return rows.map(({ name }) => name);
  }

  private async find(networks: readonly NetworkName[], tail: string): Promise<ReadonlySet<string>> {
    const rows = await inParts(networks, (part) =>
      this.database.query<NetworkName>(
        `SELECT network_type, name AS network FROM networks
         WHERE (network_type, name) IN (VALUES ${part.map(() => '(?, ?)').join(', ')})${tail}`,
        part.flatMap(({ network_type, network }) => [network_type, network]),
      ),
    );
    return new Set(rows.map(networkKey));
  }
}
