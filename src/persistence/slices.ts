import { inTurns } from '../kernel/turns';

/** In bytes, as the database stores them: how much of a list is read at once, unless a single row is longer. */
export const SLICE_BYTES = 64 * 1024;

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
export async function* readSlices<Row>(
  slices: readonly Seqs[],
  read: (seqs: Seqs) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for await (const seqs of inTurns(slices)) yield* await read(seqs);
}
