import { Injectable } from '@nestjs/common';
import { In, Raw } from 'typeorm';
import { openable } from '../../encryption/openable';
import { SecretBox } from '../../encryption/secret-box';
import { mapPage, type Page, type PageRequest } from '../../kernel/page';
import { Locked, type ManyOf, type Stored } from '../../kernel/record';
import { inTurns } from '../../kernel/turns';
import { Database } from '../../persistence/database';
import { inParts, listOf, ManyRecords } from '../../persistence/many-records';
import { RecordTable } from '../../persistence/record-table';
import type { Where } from '../../persistence/table';
import type { Statement } from '../../persistence/statement';
import { NetworkTypes } from '../domain/policies';
import type { Relayer } from '../domain/relayer';
import { type RelayerFilter, RelayerRepository, type Served, servedKey } from '../domain/relayer.repository';
import { RelayerMapper } from './relayer.mapper';
import { RelayerRow } from './relayer.row';

/** How many positions are searched by one statement: on SQLite nothing else goes on meanwhile. */
const SEARCHED_AT_ONCE = 4096;

@Injectable()
export class TypeOrmRelayerRepository extends RelayerRepository {
  private readonly table: RecordTable<RelayerRow>;
  override readonly many: ManyOf<Relayer>;
  private readonly mapper: RelayerMapper;
  private readonly serving: Statement<{ readonly id: string }>;

  constructor(
    private readonly database: Database,
    box: SecretBox,
    networkTypes: NetworkTypes,
  ) {
    super();
    this.mapper = new RelayerMapper(box, networkTypes);
    this.table = new RecordTable(database, RelayerRow);
    this.many = new ManyRecords(database, RelayerRow, this.mapper);
    this.serving = database.compile(
      database.manager
        .createQueryBuilder(RelayerRow, 'relayer')
        .select('relayer.id', 'id')
        .where('relayer.signer_id = :signer AND relayer.network_type = :type AND relayer.network = :network'),
    );
  }

  override async find(id: string): Promise<Stored<Relayer> | undefined> {
    const row = await this.table.find(id);
    return row && this.mapper.stored(row);
  }

  override async page(request: PageRequest, filter: RelayerFilter): Promise<Page<Stored<Relayer>>> {
    const where = whereOf(filter);
    const page = filter.search === undefined || !where ? this.table.page(request, where) : this.search(request, where);
    return mapPage(await page, (row) => openable(() => this.mapper.stored(row)));
  }

  override async lock(id: string): Promise<Locked<Relayer> | undefined> {
    const row = await this.table.lock(id);
    return row && new Locked(this.mapper.entity(row), row.seq, row.version);
  }

  override async served(signer: string, type: string, network: string): Promise<string | undefined> {
    const [row] = await this.serving.run({ signer, type, network });
    return row?.id;
  }

  override async add(relayer: Relayer): Promise<Stored<Relayer>> {
    const { seq, version } = await this.table.add(this.mapper.row(relayer, 1));
    return { entity: relayer, position: seq, version };
  }

  override async replace({ position, version }: Locked<Relayer>, relayer: Relayer): Promise<Stored<Relayer>> {
    const row = { ...this.mapper.row(relayer, version + 1), seq: position };
    await this.table.replace(row);
    return { entity: relayer, position, version: row.version };
  }

  override async remove({ position }: Locked<Relayer>): Promise<void> {
    await this.table.remove(position);
  }

  override async servedAll(served: readonly Served[]): Promise<ReadonlyMap<string, string>> {
    const rows = await inParts(served, (part) =>
      this.database.query<RelayerRow>(
        `SELECT id, signer_id, network_type, network FROM relayers
         WHERE (signer_id, network_type, network) IN (VALUES ${part.map(() => '(?, ?, ?)').join(', ')})`,
        part.flatMap(({ signer_id, network_type, network }) => [signer_id, network_type, network]),
      ),
    );
    return new Map(rows.map((row) => [servedKey(row), row.id]));
  }

  override async vacate(ids: readonly string[]): Promise<void> {
    await inParts(ids, (part) =>
      this.database.query(`UPDATE relayers SET network = 'left by ' || id WHERE id IN (${listOf(part)})`, part),
    );
  }

  /** No index finds a part of a text of one or two letters, or counts very many: all of them are looked through. */
  private async search({ page, perPage, after }: PageRequest, where: Where<RelayerRow>): Promise<Page<RelayerRow>> {
    const found: number[] = [];
    for await (const from of inTurns(await this.positions())) {
      const query = this.table.select().select('row.seq', 'seq').where(where);
      query.andWhere('row.seq > :from AND row.seq <= :to', { from, to: from + SEARCHED_AT_ONCE }).orderBy('row.seq');
      for (const { seq } of await this.database.find<RelayerRow>(query)) found.push(seq);
    }
    const offset = BigInt(perPage) * (page - 1n);
    const start = after === undefined ? offset : BigInt(found.filter((seq) => seq <= after).length);
    const wanted = start < found.length ? found.slice(Number(start), Number(start) + perPage) : [];
    return this.table.pageAt(wanted, found.length);
  }

  /** After which each part of the list begins. */
  private async positions(): Promise<number[]> {
    const [row] = await this.database.find<{ last: number | null }>(this.table.select().select('MAX(row.seq)', 'last'));
    return Array.from({ length: Math.ceil((row?.last ?? 0) / SEARCHED_AT_ONCE) }, (_, part) => part * SEARCHED_AT_ONCE);
  }
}

/** Undefined where the filter leaves the list as it is. */
function whereOf({ ids, search, ...fields }: RelayerFilter): Where<RelayerRow> | undefined {
  const conditions = {
    ...fields,
    id: ids && In([...ids]),
    search_text: search === undefined ? undefined : contains(search),
  };
  const given = Object.entries(conditions).filter(([, condition]) => condition !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

const contains = (search: string) => {
  const literal = search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`);
  return Raw((column) => String.raw`${column} LIKE :pattern ESCAPE '\'`, { pattern: `%${literal}%` });
};
