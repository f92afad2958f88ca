import { Logger } from '@nestjs/common';
import { isEntityId } from '../kernel/entity-id';
import type { Page, PageRequest } from '../kernel/page';
import type { Published } from '../kernel/record';
import type { Database, Parameter, RowSource } from './database';
import type { DocumentRow } from './document.row';
import { type Condition, filteredPage } from './filtered-page';
import { RecordCounts, TOTAL } from './record-counts';
import { SealError } from './secret-box';

/** Pages with more rows are not remembered: few ask for them twice, and they would fill the memory. */
const MOST_REMEMBERED_ROWS = 50;
/** The last place that the column of places can hold; no parameter that is compared with one may be greater. */
const LAST_PLACE = 2 ** 31 - 1;

/**
 * One table of records that carry their public JSON text. The statements are made once, from what TypeORM knows of the
 * row's class, and are the same on every database.
 */
export class DocumentTable<Row extends DocumentRow> {
  private readonly logger = new Logger('persistence');
  private readonly counts: RecordCounts;
  private readonly name: string;
  private readonly written: readonly (keyof Row & string)[];
  private readonly selected: string;
  private readonly selectedWithTotal: string;
  private readonly selectedWhole: string;

  /**
   * @param sealed the columns that are read beside the document
   * @param shownBy what is asked for records that are only shown
   */
  constructor(
    private readonly database: Database,
    row: new () => Row,
    sealed: readonly (keyof Row & string)[],
    private readonly shownBy: () => Promise<RowSource> = () => database.forShowing(),
  ) {
    const metadata = database.dataSource.getMetadata(row);
    this.name = metadata.tableName;
    this.counts = new RecordCounts(database, this.name);
    this.written = metadata.columns
      .filter(({ isGenerated }) => !isGenerated)
      .map(({ propertyName }) => propertyName as keyof Row & string);
    this.selected = `SELECT ${['seq', 'id', 'version', 'document', ...sealed].join(', ')} FROM ${this.name}`;
    this.selectedWithTotal = this.selected.replace(' FROM', `, (${TOTAL}) AS total FROM`);
    this.selectedWhole = `SELECT ${['seq', ...this.written].join(', ')} FROM ${this.name}`;
  }

  find(id: string): Promise<Row | undefined> {
    return this.select(this.database, this.selected, id, '');
  }

  /** As it is shown. A record that is asked for again while nothing changed is the same object. */
  read<T>(id: string, view: (row: Row) => T): Promise<T | undefined> {
    return this.database.remembered(`${this.name}/${id}`, async () => {
      const row = await this.select(await this.shownBy(), this.selected, id, '');
      return row && view(row);
    });
  }

  /** The row with all of its columns, which no one else changes before the transaction ends. */
  lock(id: string): Promise<Row | undefined> {
    return this.select(this.database, this.selectedWhole, id, this.database.forUpdate);
  }

  /** How many rows there are; no one else adds or removes one before the transaction ends. */
  async lockTotal(): Promise<number> {
    await this.counts.changeTotal(0);
    return this.counts.total();
  }

  /** Oldest first. A page that is asked for again while nothing changed is the same object. */
  page<T>(request: PageRequest, view: (row: Row) => T, conditions: readonly Condition[] = []): Promise<Page<T>> {
    const load = async (): Promise<Page<T>> => {
      const { items, total } = await this.rows(await this.shownBy(), request, conditions);
      const shown = items.flatMap((row) => this.shown(row, view));
      const omitted = items.length - shown.length;
      return { items: shown, total, ...(omitted > 0 && { omitted }) };
    };
    if (request.perPage > MOST_REMEMBERED_ROWS) return load();
    const filter = conditions.map(({ sql, parameters }) => [sql, ...parameters]);
    const { page, perPage, after = '' } = request;
    const key = `${this.name}?${String(page)}&${String(perPage)}&${String(after)}`;
    return this.database.remembered(filter.length === 0 ? key : key + JSON.stringify(filter), load);
  }

  /** One record that cannot be opened must not keep the others of its page from being served, nor be shown without it. */
  private shown<T>(row: Row, view: (row: Row) => T): T[] {
    try {
      return [view(row)];
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      this.logger.error({ err: error }, 'A record is missing in a list');
      return [];
    }
  }

  private rows(from: RowSource, request: PageRequest, conditions: readonly Condition[]): Promise<Page<Row>> {
    if (conditions.length === 0) return this.wholePage(from, request);
    const asked = isEmpty(request) ? { ...request, perPage: 0 } : request;
    return filteredPage(from, this.name, this.selected, asked, conditions);
  }

  /** Returns the place that the row was given. */
  async insert(row: Omit<Row, 'seq'>): Promise<number> {
    await this.counts.changeTotal(1);
    const values = this.values(row);
    const [inserted] = await this.database.query<{ seq: number }>(
      `INSERT INTO ${this.name} (${this.written.join(', ')}) VALUES (${values.map(() => '?').join(', ')}) RETURNING seq`,
      values,
    );
    if (!inserted) throw new Error(`The insertion into ${this.name} returned no place`);
    await this.counts.changeBuckets(inserted.seq, 1);
    return inserted.seq;
  }

  /**
   * Writes the columns that are no longer what they were: one that is written again has its indexes written again.
   * @param before the row as it was locked; without it, all columns are written
   */
  async replace(row: Row, before?: Row): Promise<void> {
    const columns = before
      ? this.written.filter((column) => stored(row[column]) !== stored(before[column]))
      : this.written;
    const assignments = columns.map((column) => `${column} = ?`).join(', ');
    const values = columns.map((column) => row[column] as Parameter);
    await this.database.send(`UPDATE ${this.name} SET ${assignments} WHERE seq = ?`, [...values, row.seq]);
  }

  async remove(seq: number): Promise<void> {
    await this.database.query(`DELETE FROM ${this.name} WHERE seq = ?`, [seq]);
    await this.counts.changeTotal(-1);
    await this.counts.changeBuckets(seq, -1);
  }

  private async select(from: RowSource, selection: string, id: string, lock: string): Promise<Row | undefined> {
    // No record has such an id, and not every database takes every text for a parameter.
    if (!isEntityId(id)) return undefined;
    const [row] = await from.query<Row>(`${selection} WHERE id = ?${lock}`, [id]);
    return row;
  }

  private async wholePage(from: RowSource, request: PageRequest): Promise<Page<Row>> {
    const offset = (request.page - 1n) * BigInt(request.perPage);
    if (!isEmpty(request) && (request.after !== undefined || offset === 0n)) return this.pageAfter(from, request);
    const total = await this.counts.total(from);
    if (isEmpty(request) || offset >= BigInt(total)) return { items: [], total };
    const { fromSeq, skip } = await this.counts.locate(Number(offset), from);
    const items = await from.query<Row>(`${this.selected} WHERE seq >= ? ORDER BY seq LIMIT ? OFFSET ?`, [
      fromSeq,
      request.perPage,
      skip,
    ]);
    return { items, total };
  }

  /** A page whose place is known, together with the total. */
  private async pageAfter(from: RowSource, { after = 0, perPage }: PageRequest): Promise<Page<Row>> {
    const rows = await from.query<Row & { readonly total: number }>(
      `${this.selectedWithTotal} WHERE seq > ? ORDER BY seq LIMIT ?`,
      [this.name, after, perPage],
    );
    const [first] = rows;
    return { items: rows, total: first ? first.total : await this.counts.total(from) };
  }

  private values(row: Omit<Row, 'seq'>): Parameter[] {
    return this.written.map((column) => (row as Record<string, Parameter>)[column] ?? null);
  }
}

/** Not every database has booleans. */
const stored = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

const isEmpty = ({ perPage, after = 0 }: PageRequest): boolean => perPage === 0 || after >= LAST_PLACE;

/** A row as it is shown. */
export const published = ({ id, seq, version, document }: DocumentRow): Published => ({
  id,
  position: seq,
  version,
  json: document,
});
