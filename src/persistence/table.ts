import { type EntityMetadata, type FindOptionsWhere, In, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { Page, PageRequest } from '../kernel/page';
import type { Revision } from '../kernel/record';
import type { Database } from './database';
import { readSlices, type Seqs, slicesOf, type Unread } from './slices';
import type { Statement } from './statement';

/** Conditions in the terms of TypeORM; of a list of them, one has to hold. A function writes them as SQL. */
export type Where<Row extends ObjectLiteral> =
  FindOptionsWhere<Row> | FindOptionsWhere<Row>[] | ((query: SelectQueryBuilder<Row>) => string);

/** How the rows of a table are listed. */
export interface Listing<Row> {
  /** SQL for what a revision is made of beside `seq`, by its name. */
  readonly state: Readonly<Record<string, string>>;
  /** @param row of which nothing but that was read */
  readonly revisionOf: (row: Row & Readonly<Record<string, unknown>>) => Revision;
  /** The columns that a list has; all where nothing is said. */
  readonly columns?: readonly (keyof Row & string)[];
  /** SQL for the bytes of a row; those of its texts where nothing is said. */
  readonly bytes?: string;
}

/** A row of a page, before it is read. */
export type Found<Row> = Row & Unread;

/** SQL for the bytes of the texts of a row. */
export function bytesOfTexts(columns: EntityMetadata['columns'], prefix = ''): string {
  const texts = columns.filter(({ type }) => type === 'text');
  return ['0', ...texts.map(({ databaseName }) => `COALESCE(octet_length(${prefix}${databaseName}), 0)`)].join(' + ');
}

/** One table, whose rows are numbered by `seq`. */
export class Table<Row extends ObjectLiteral> {
  protected readonly name: string;
  private readonly columns: readonly string[];
  private readonly generated: ReadonlySet<string>;
  private readonly bytes: string;

  constructor(
    protected readonly database: Database,
    protected readonly row: new () => Row,
    protected readonly listing: Listing<Row> = { state: {}, revisionOf: numbered },
  ) {
    const { tableName, columns } = database.dataSource.getMetadata(row);
    this.name = tableName;
    this.columns = columns.map(({ databaseName }) => databaseName);
    this.generated = new Set(columns.filter(({ isGenerated }) => isGenerated).map(({ databaseName }) => databaseName));
    this.bytes = listing.bytes ?? bytesOfTexts(columns, 'row.');
  }

  /** Columns, under their own names, of the rows that are called `row`. */
  select(columns = this.columns): SelectQueryBuilder<Row> {
    const query = this.database.manager.createQueryBuilder(this.row, 'row').select([]);
    for (const name of columns) query.addSelect(`row.${name}`, name);
    return query;
  }

  /** What a page says of its rows before it reads them. */
  unread(): SelectQueryBuilder<Row> {
    const query = this.select(['seq']).addSelect(this.bytes, 'bytes');
    for (const [name, sql] of Object.entries(this.listing.state)) query.addSelect(sql, name);
    return query;
  }

  /** Compiles an INSERT of a row. */
  insertion<Result>(tail = ''): Statement<Result> {
    const written = this.written();
    const insert = this.database.dataSource.createQueryBuilder().insert();
    return this.database.compile(insert.into(this.row, Object.keys(written)).values(written as object), tail);
  }

  /** Compiles an UPDATE of the row that is numbered `:seq`. */
  replacement(): Statement<never> {
    const update = this.database.dataSource.createQueryBuilder().update(this.row);
    return this.database.compile(update.set(this.written() as object).where('seq = :seq'));
  }

  /** The rows for which conditions hold, the first one first, and how many there are. */
  async page({ page, perPage, after }: PageRequest, where: Where<Row>): Promise<Page<Row>> {
    const query = this.unread().where(where);
    const counting = query.clone().select('CAST(COUNT(*) AS integer)', 'total');
    const [counted] = await this.database.find<{ readonly total: number }>(counting);
    const total = counted?.total ?? 0;
    const offset = after === undefined ? (page - 1n) * BigInt(perPage) : 0n;
    if (perPage === 0 || offset >= BigInt(total)) return this.pageOf([], total);
    if (after !== undefined) query.andWhere('row.seq > :after', { after });
    query.orderBy('row.seq').limit(perPage).offset(Number(offset));
    return this.pageOf(await this.database.find<Found<Row>>(query), total);
  }

  /** The rows that follow a position, in a list of which the total is known. */
  async pageFrom(after: number, limit: number, total: number): Promise<Page<Row>> {
    const query = this.unread().where('row.seq > :after', { after }).orderBy('row.seq').limit(limit);
    return this.pageOf(await this.database.find<Found<Row>>(query), total);
  }

  /** The rows at some positions, in a list of which the total is known. */
  async pageAt(seqs: Seqs, total: number): Promise<Page<Row>> {
    if (seqs.length === 0) return this.pageOf([], total);
    return this.pageOf(await this.database.find<Found<Row>>(this.unread().where(at(seqs)).orderBy('row.seq')), total);
  }

  pageOf(rows: readonly Found<Row>[], total: number, read = this.readEach): Page<Row> {
    const slices = slicesOf(rows);
    return {
      revisions: rows.map(this.listing.revisionOf),
      total,
      bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
      items: readSlices(slices, read),
    };
  }

  private readonly readEach = (seqs: Seqs): Promise<Row[]> =>
    this.database.find<Row>(this.select(this.listing.columns).where(at(seqs)).orderBy('row.seq'));

  /** What a statement that writes a row sets its columns to. */
  private written(): Record<string, () => string> {
    const names = this.columns.filter((name) => !this.generated.has(name));
    return Object.fromEntries(names.map((name) => [name, () => `:${name}`]));
  }
}

const at = (seqs: Seqs): ObjectLiteral => ({ seq: In([...seqs]) });

const numbered = ({ seq }: ObjectLiteral): Revision => ({ position: Number(seq), version: 1 });
