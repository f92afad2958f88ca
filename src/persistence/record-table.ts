import { isEntityId } from '../kernel/entity-id';
import type { Page, PageRequest } from '../kernel/page';
import type { Revision } from '../kernel/record';
import type { Database } from './database';
import { RecordCounts } from './record-counts';
import { LAST_POSITION, type RecordRow } from './record.row';
import type { Parameter, Statement } from './statement';
import type { Seqs } from './slices';
import { type Found, type Listing, Table, type Where } from './table';

/** A row that has no position yet. */
export type NewRow<Row extends RecordRow> = Omit<Row, 'seq'>;

type Values = Readonly<Record<string, Parameter>>;

/**
 * A table of records: each has a position in the order of creation, and the table counts them. Its statements are
 * compiled once, as a `Repository` of TypeORM would write them anew each time; they run in the transaction of the call
 * ({@link Database.query}).
 * @see docs/adr/0003-records-are-stored-in-columns.md
 */
export class RecordTable<Row extends RecordRow> extends Table<Row> {
  private readonly counts: RecordCounts;
  private readonly byId: Statement<Row>;
  private readonly byIdLocked: Statement<Row>;
  private readonly from: Statement<Found<Row>>;
  private readonly after: Statement<Found<Row> & { readonly total: number }>;
  private readonly between: Statement<Row>;
  private readonly insert: Statement<{ readonly seq: number }>;
  private readonly update: Statement<never>;
  private readonly removal: Statement<never>;

  constructor(
    database: Database,
    row: new () => Row,
    listing: Listing<Row> = { state: { version: 'row.version' }, revisionOf },
    private readonly isId: (text: string) => boolean = isEntityId,
  ) {
    super(database, row, listing);
    this.counts = new RecordCounts(database, this.name);
    const byId = this.select().where('row.id = :id');
    this.byId = database.compile(byId);
    this.byIdLocked = database.compile(byId, database.forUpdate);
    const from = this.unread().where('row.seq >= :from').orderBy('row.seq');
    this.from = database.compile(from, ' LIMIT :limit OFFSET :skip');
    this.between = database.compile(this.select().where('row.seq >= :from AND row.seq <= :to').orderBy('row.seq'));
    const after = this.unread().addSelect(`(${this.counts.totalQuery})`, 'total');
    this.after = database.compile(after.where('row.seq > :after').orderBy('row.seq'), ' LIMIT :limit');
    this.insert = this.insertion(' RETURNING seq');
    this.update = this.replacement();
    this.removal = database.compile(database.dataSource.createQueryBuilder().delete().from(row).where('seq = :seq'));
  }

  async find(id: string): Promise<Row | undefined> {
    return this.one(this.byId, id);
  }

  /** The row, which no one else changes before the transaction ends. */
  async lock(id: string): Promise<Row | undefined> {
    return this.one(this.byIdLocked, id);
  }

  /** How many rows there are; no one else adds or removes one before the transaction ends. */
  async lockTotal(): Promise<number> {
    await this.counts.changeTotal(0);
    return this.counts.total();
  }

  /** Oldest first. */
  override page(request: PageRequest, where?: Where<Row>): Promise<Page<Row>> {
    const { after } = request;
    const bounded = { ...request, ...(after !== undefined && { after: Math.min(after, LAST_POSITION) }) };
    return where ? super.page(bounded, where) : this.wholePage(bounded);
  }

  async add(row: NewRow<Row>): Promise<Row> {
    await this.counts.changeTotal(1);
    const [inserted] = await this.insert.run(row as unknown as Values);
    if (!inserted) throw new Error(`The insertion into ${this.name} returned no position`);
    await this.counts.changeBuckets([inserted.seq], 1);
    return { ...row, seq: inserted.seq } as Row;
  }

  async replace(row: Row): Promise<void> {
    await this.update.run(row as unknown as Values);
  }

  async remove(seq: number): Promise<void> {
    await this.removal.run({ seq });
    await this.counts.changeTotal(-1);
    await this.counts.changeBuckets([seq], -1);
  }

  private async one(statement: Statement<Row>, id: string): Promise<Row | undefined> {
    // No record has such an id, and not every database takes every text for a parameter.
    if (!this.isId(id)) return undefined;
    const [row] = await statement.run({ id });
    return row;
  }

  private async wholePage({ page, perPage, after }: PageRequest): Promise<Page<Row>> {
    const offset = (page - 1n) * BigInt(perPage);
    if (perPage > 0 && (after !== undefined || offset === 0n)) return this.pageAfter(after ?? 0, perPage);
    const total = await this.counts.total();
    if (perPage === 0 || offset >= BigInt(total)) return this.pageOf([], total);
    const { fromSeq, skip } = await this.counts.locate(Number(offset));
    return this.pageOf(await this.from.run({ from: fromSeq, limit: perPage, skip }), total, this.readRange);
  }

  /** A page that begins after a known position, together with the total. */
  private async pageAfter(after: number, limit: number): Promise<Page<Row>> {
    const rows = await this.after.run({ after, limit });
    return this.pageOf(rows, rows[0]?.total ?? (await this.counts.total()), this.readRange);
  }

  /** On a page of the whole list, nothing else stands between two rows. */
  private readonly readRange = (seqs: Seqs): Promise<Row[]> =>
    this.between.run({ from: seqs[0] ?? 0, to: seqs.at(-1) ?? 0 });
}

const revisionOf = ({ seq, version }: RecordRow): Revision => ({ position: seq, version });
