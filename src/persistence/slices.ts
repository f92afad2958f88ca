import { inTurns } from '../kernel/turns';

/** In bytes, as the database stores them: how much of a list is read at once, unless a single row is longer. */
const SLICE_BYTES = 64 * 1024;

/** A row that is not read yet. */
export interface Unread {
  /** Wide numbers come as texts from PostgreSQL. */
  readonly seq: number | string;
  readonly bytes: number;
}

export type Seqs = readonly (number | string)[];

/** Rows that follow one another, grouped so that a group is read at once. */
export function slicesOf(rows: readonly Unread[]): readonly Seqs[] {
  const slices: (number | string)[][] = [];
  let room = 0;
  for (const { seq, bytes } of rows) {
    if (bytes > room || slices.length === 0) {
      slices.push([]);
      room = SLICE_BYTES;
    }
    slices.at(-1)?.push(seq);
    room -= bytes;
  }
  return slices;
}

/** Reads slice by slice, each when the one before was used; between two, others get their turn. */
export const readSlices = <Row>(
  slices: readonly Seqs[],
  read: (seqs: Seqs) => Promise<readonly Row[]>,
): AsyncIterable<Row> => ({ [Symbol.asyncIterator]: () => new SliceReader(inTurns(slices), read) });

/** Has only those rows of a slice that are still to be used: a generator would have all of them. */
class SliceReader<Row> implements AsyncIterator<Row, undefined> {
  /** The next one last. */
  private rows: Row[] = [];

  constructor(
    private readonly slices: AsyncGenerator<Seqs>,
    private readonly read: (seqs: Seqs) => Promise<readonly Row[]>,
  ) {}

  async next(): Promise<IteratorResult<Row, undefined>> {
    while (this.rows.length === 0) {
      const next = await this.slices.next();
      if (next.done === true) return { done: true, value: undefined };
      this.rows = [...(await this.read(next.value))].reverse();
    }
    return { done: false, value: this.rows.pop() as Row };
  }

  async return(): Promise<IteratorResult<Row, undefined>> {
    this.rows = [];
    await this.slices.return(undefined);
    return { done: true, value: undefined };
  }
}
