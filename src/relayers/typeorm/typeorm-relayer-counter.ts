import { Injectable } from '@nestjs/common';
import { inTurns } from '../../kernel/turns';
import { Database } from '../../persistence/database';
import { RecordCounts } from '../../persistence/record-counts';
import { type NetworkCount, RelayerCounter, type RelayerCounts } from '../domain/relayer-counter';

/** How many entries of an index one statement counts: on SQLite nothing else goes on meanwhile. */
const COUNTED_AT_ONCE = 65_536;

interface Part {
  readonly counted: number;
  readonly last: number | null;
}

interface NetworkPart {
  readonly network_type: string;
  readonly network: string;
  readonly counted: number;
  readonly last: number;
}

/** The condition and `seq` are an index, so no row is read. */
const countOf = (condition: string): string =>
  `SELECT CAST(COUNT(*) AS integer) AS counted, MAX(seq) AS last FROM (
    SELECT seq FROM relayers WHERE ${condition} AND seq > ? ORDER BY seq LIMIT ${String(COUNTED_AT_ONCE)}) AS part`;

/** Goes on in the same way along the index of networks. */
const COUNT_NETWORKS = `SELECT network_type, network, CAST(COUNT(*) AS integer) AS counted, MAX(seq) AS last FROM (
    SELECT network_type, network, seq FROM relayers WHERE (network_type, network, seq) > (?, ?, ?)
    ORDER BY network_type, network, seq LIMIT ${String(COUNTED_AT_ONCE)}) AS part
  GROUP BY network_type, network ORDER BY network_type, network`;

@Injectable()
export class TypeOrmRelayerCounter extends RelayerCounter {
  private readonly total: RecordCounts;

  constructor(private readonly database: Database) {
    super();
    this.total = new RecordCounts(database, 'relayers');
  }

  override async count(mostNetworks: number): Promise<RelayerCounts> {
    return {
      all: await this.total.total(),
      paused: await this.countWhere('paused = TRUE'),
      systemDisabled: await this.countWhere('system_disabled = TRUE'),
      networks: await this.countNetworks(mostNetworks),
    };
  }

  private async countWhere(condition: string): Promise<number> {
    let counted = 0;
    for await (const part of inTurns(this.parts(countOf(condition)))) counted += part;
    return counted;
  }

  private async *parts(sql: string): AsyncGenerator<number> {
    let after: number | null = 0;
    while (after !== null) {
      const parts: readonly Part[] = await this.database.query<Part>(sql, [after]);
      yield parts[0]?.counted ?? 0;
      after = parts[0]?.last ?? null;
    }
  }

  private async countNetworks(most: number): Promise<readonly NetworkCount[]> {
    const networks: NetworkCount[] = [];
    for await (const { network_type: networkType, network, counted } of inTurns(this.networkParts())) {
      const before = networks.at(-1);
      const goesOn = before?.networkType === networkType && before.network === network;
      if (goesOn) networks.pop();
      else if (networks.length === most) break;
      networks.push({ networkType, network, relayers: counted + (goesOn ? before.relayers : 0) });
    }
    return networks;
  }

  private async *networkParts(): AsyncGenerator<NetworkPart> {
    let after: readonly [string, string, number] | undefined = ['', '', 0];
    while (after) {
      const parts: readonly NetworkPart[] = await this.database.query<NetworkPart>(COUNT_NETWORKS, after);
      yield* parts;
      const last = parts.at(-1);
      after = last && [last.network_type, last.network, last.last];
    }
  }
}
