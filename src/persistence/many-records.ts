import { isEntityId } from '../kernel/entity-id';
import type { ManyOf, RecordChange, ReservedPositions, Revision, Stored } from '../kernel/record';
import { partsOf, RECORDS_AT_ONCE } from '../kernel/parts';
import type { Prepared } from '../kernel/prepared';
import { inTurns } from '../kernel/turns';
import type { Database } from './database';
import { reservePositions } from './position-sequence';
import { RecordCounts } from './record-counts';
import type { NewRow } from './record-table';
import type { RecordRow } from './record.row';
import { slicesOf, type Unread } from './slices';
import type { Parameter } from './statement';
import { bytesOfTexts } from './table';

/** Inserts rows, whose fields are the columns of a table; with what follows the statement, such as ` RETURNING seq`. */
export const insertRows = <Result = never>(
  database: Database,
  table: string,
  rows: readonly object[],
  tail = '',
): Promise<Result[]> =>
  inParts(rows, (part) => {
    const columns = Object.keys(part[0] ?? {});
    const values = part.map(() => `(${listOf(columns)})`).join(', ');
    const parameters: Parameter[] = [];
    for (const row of part as readonly Readonly<Record<string, Parameter>>[])
      for (const name of columns) parameters.push(row[name] as Parameter);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}${tail}`;
    return database.query<Result>(sql, parameters);
  });

/** What many records are made of, and become. */
export interface RowMapping<Row extends RecordRow, Entity> {
  /** With its secrets. */
  stored(row: Row): Stored<Entity>;
  row(entity: Entity, version: number): NewRow<Row>;
}

/** What is written of some changes. */
interface Rows<Row extends RecordRow> {
  readonly removed: readonly number[];
  readonly replaced: readonly Row[];
  readonly added: readonly NewRow<Row>[];
}

/** Finds, locks and writes many records of a table by few statements. */
export class ManyRecords<Row extends RecordRow, Entity> implements ManyOf<Entity> {
  private readonly table: string;
  private readonly bytes: string;
  private readonly counts: RecordCounts;

  constructor(
    private readonly database: Database,
    row: new () => Row,
    private readonly mapping: RowMapping<Row, Entity>,
    private readonly isId: (text: string) => boolean = isEntityId,
  ) {
    const { tableName, columns } = database.dataSource.getMetadata(row);
    this.table = tableName;
    this.bytes = bytesOfTexts(columns);
    this.counts = new RecordCounts(database, this.table);
  }

  async find(ids: readonly string[]): Promise<ReadonlyMap<string, Stored<Entity>>> {
    const found = new Map<string, Stored<Entity>>();
    for await (const row of inTurns(await this.select('*', ids, ''))) found.set(row.id, this.mapping.stored(row));
    return found;
  }

  async states(ids: readonly string[], tail = ''): Promise<ReadonlyMap<string, Revision>> {
    const rows = await this.select('id, seq, version', ids, tail);
    return new Map(rows.map(({ id, seq, version }) => [id, { position: seq, version }]));
  }

  lock(ids: readonly string[]): Promise<ReadonlyMap<string, Revision>> {
    return this.states(ids, this.database.forUpdate);
  }

  async *partsOf(ids: readonly string[]): AsyncGenerator<readonly string[]> {
    for await (const part of inTurns(partsOf(ids))) {
      const rows = await this.select<Row & Unread>(`id, ${this.bytes} AS bytes`, part, '');
      const stored = new Map(rows.map(({ id, bytes }) => [id, bytes]));
      yield* partsOf(part, RECORDS_AT_ONCE, (id) => stored.get(id) ?? 0);
    }
  }

  /** In the order that the database has for texts. */
  async idsAfter(id: string): Promise<readonly string[]> {
    const rows = await this.database.query<Row & Unread>(
      `SELECT id, seq, ${this.bytes} AS bytes FROM ${this.table} WHERE id > ? ORDER BY id LIMIT ${String(RECORDS_AT_ONCE)}`,
      [id],
    );
    const [first = []] = slicesOf(rows);
    return rows.slice(0, first.length).map((row) => row.id);
  }

  async revisionsAfter(position: number): Promise<readonly (Revision & { readonly id: string })[]> {
    const rows = await this.database.query<Row>(
      `SELECT id, seq, version FROM ${this.table} WHERE seq > ? ORDER BY seq LIMIT ${String(RECORDS_AT_ONCE)}`,
      [position],
    );
    return rows.map(({ id, seq, version }) => ({ id, position: seq, version }));
  }

  async reserve(count: number): Promise<ReservedPositions | undefined> {
    const { database, table, counts } = this;
    if (count <= RECORDS_AT_ONCE || !database.hasConcurrentWriters) return undefined;
    return reservePositions(database, { table, count, counts });
  }

  prepare(changes: readonly RecordChange<Entity>[]): Prepared {
    const { mapping } = this;
    const rows: Rows<Row> = {
      removed: changes.flatMap(({ before, after }) => (before && !after ? [before.position] : [])),
      replaced: changes.flatMap(({ before, after }) =>
        before && after ? [{ ...mapping.row(after, before.version + 1), seq: before.position } as Row] : [],
      ),
      added: changes.flatMap(({ before, after }) => (before ? [] : [mapping.row(after, 1)])),
    };
    return rows;
  }

  write(changes: readonly RecordChange<Entity>[], first?: number): Promise<void> {
    return this.writePrepared(this.prepare(changes), first);
  }

  async writePrepared(prepared: Prepared, first?: number): Promise<void> {
    const { removed, replaced, added } = prepared as Rows<Row>;
    if (removed.length > 0) await this.remove(removed);
    if (replaced.length > 0) await this.replace(replaced);
    if (added.length === 0) return;
    // The total of those that have their positions is counted when all of them are there.
    if (first !== undefined) return this.insert(added.map((row, index) => ({ seq: first + index, ...row })));
    await this.counts.changeTotal(added.length);
    await this.insert(added);
  }

  private async insert(rows: readonly NewRow<Row>[]): Promise<void> {
    const inserted = await insertRows<{ seq: number }>(this.database, this.table, rows, ' RETURNING seq');
    await this.counts.changeBuckets(
      inserted.map(({ seq }) => seq),
      1,
    );
  }

  private async replace(rows: readonly object[]): Promise<void> {
    const changing = Object.keys(rows[0] ?? {}).filter((name) => name !== 'seq');
    const updates = changing.map((name) => `${name} = excluded.${name}`).join(', ');
    await insertRows(this.database, this.table, rows, ` ON CONFLICT (seq) DO UPDATE SET ${updates}`);
  }

  private async remove(positions: readonly number[]): Promise<void> {
    await inParts(positions, (part) =>
      this.database.query(`DELETE FROM ${this.table} WHERE seq IN (${listOf(part)})`, part),
    );
    await this.counts.changeTotal(-positions.length);
    await this.counts.changeBuckets(positions, -1);
  }

  private select<Found = Row>(columns: string, ids: readonly string[], tail: string): Promise<Found[]> {
    // No record has another one, and not every database takes every text for a parameter.
    return inParts(ids.filter(this.isId), (part) =>
      this.database.query<Found>(
        `SELECT ${columns} FROM ${this.table} WHERE id IN (${listOf(part)}) ORDER BY seq${tail}`,
        part,
      ),
    );
  }
}

/** A parameter for each item. */
export const listOf = (items: readonly unknown[]): string => items.map(() => '?').join(', ');

/** What a statement gives for each part of a list. */
export async function inParts<Item, Result>(
  items: readonly Item[],
  ask: (part: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  // SQLite answers without letting others have their turn.
  for await (const part of inTurns(partsOf(items))) results.push(...(await ask(part)));
  return results;
}
