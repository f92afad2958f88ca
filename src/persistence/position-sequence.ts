import type { ReservedPositions } from '../kernel/record';
import type { Database } from './database';
import type { RecordCounts } from './record-counts';
import { LAST_POSITION } from './record.row';

/** How many records others can create meanwhile; those that are written get positions behind theirs. */
const HEADROOM = 2 ** 18;
/** Whoever creates others counts them in buckets of its own. */
const BUCKET = 4096;

const LAST = `SELECT CAST(COALESCE(pg_sequence_last_value(pg_get_serial_sequence(?, 'seq')::regclass), 0) AS integer) AS last`;

/**
 * Reserves positions of a table on PostgreSQL. Positions have to follow the order of commits, since pages do: otherwise a
 * record that is created while a client pages would move those that the client has seen. Whoever creates a single record holds the
 * total until the commit, and others wait; for very many records, that would be too long. They get positions far behind the
 * last one, below which others go on; right before the commit, the next position becomes the one behind them all.
 * Undefined where positions that far behind are used up.
 */
export async function reservePositions(
  database: Database,
  { table, count, counts }: { readonly table: string; readonly count: number; readonly counts: RecordCounts },
): Promise<ReservedPositions | undefined> {
  // Two at once would get the same ones.
  await database.query('SELECT pg_advisory_xact_lock(hashtext(?))', [`positions of ${table}`]);
  const [row] = await database.query<{ readonly last: number }>(LAST, [table]);
  const first = Math.ceil(((row?.last ?? 0) + HEADROOM) / BUCKET) * BUCKET;
  if (first + count > LAST_POSITION) return undefined;
  return {
    first,
    settle: async () => {
      await counts.changeTotal(count);
      await database.query(`SELECT setval(pg_get_serial_sequence(?, 'seq')::regclass, ?)`, [table, first + count - 1]);
    },
  };
}
