import type { Database } from './database';

/** How many positions a bucket spans, level by level; the first spans all, so its one bucket is the total. */
const WIDTHS = [2 ** 31, 4096, 64];

const ADD = `INSERT INTO record_counts (collection, level, bucket, records) VALUES (?, ?, ?, ?)
  ON CONFLICT (collection, level, bucket) DO UPDATE SET records = record_counts.records + excluded.records`;
const FIND_BUCKET = `SELECT bucket, before FROM (
    SELECT bucket, records, CAST(SUM(records) OVER (ORDER BY bucket) - records AS integer) AS before
    FROM record_counts WHERE collection = ? AND level = ? AND bucket >= ? AND bucket < ?) AS counted
  WHERE before <= ? AND before + records > ?`;

/** Where a page of a list starts: that many records after a position in the order of creation. */
interface Start {
  readonly fromSeq: number;
  readonly skip: number;
}

/**
 * Counts of the records of a collection, written by the transactions that create and delete them: the total and the
 * position of the n-th record are found in the same time whatever the length of the list.
 */
export class RecordCounts {
  constructor(
    private readonly database: Database,
    private readonly collection: string,
  ) {}

  /** SQL for the total; the name of a table needs no escape. */
  get totalQuery(): string {
    return `SELECT records FROM record_counts WHERE collection = '${this.collection}' AND level = 0 AND bucket = 0`;
  }

  async total(): Promise<number> {
    const [counted] = await this.database.query<{ records: number }>(this.totalQuery);
    return counted?.records ?? 0;
  }

  /** Changes the total; creators on PostgreSQL wait here for one another, so that positions follow the order of commits. */
  async changeTotal(by: number): Promise<void> {
    await this.database.query(ADD, [this.collection, 0, 0, by]);
  }

  /** Changes the counts of the buckets that hold positions. */
  async changeBuckets(seqs: readonly number[], by: 1 | -1): Promise<void> {
    for (const [level, width] of WIDTHS.entries()) {
      if (level === 0) continue;
      const records = new Map<number, number>();
      for (const seq of seqs) {
        const bucket = Math.floor(seq / width);
        records.set(bucket, (records.get(bucket) ?? 0) + by);
      }
      for (const [bucket, more] of records) await this.database.query(ADD, [this.collection, level, bucket, more]);
    }
  }

  /** Where the record stands that has `index` others before it; the index must be below the total. */
  async locate(index: number): Promise<Start> {
    let skip = index;
    let fromSeq = 0;
    for (const [level, width] of WIDTHS.entries()) {
      if (level === 0 || skip === 0) continue;
      const outer = WIDTHS[level - 1] ?? width;
      const first = Math.floor(fromSeq / width);
      const [found] = await this.database.query<{ bucket: number; before: number }>(FIND_BUCKET, [
        this.collection,
        level,
        first,
        first + Math.ceil(outer / width),
        skip,
        skip,
      ]);
      if (!found) break;
      fromSeq = found.bucket * width;
      skip -= found.before;
    }
    return { fromSeq, skip };
  }
}
