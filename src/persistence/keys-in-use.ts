import { type SettingFault, SettingsError } from '../settings/settings';
import type { Database } from './database';
import type { SecretBox } from './secret-box';
import { SealError } from './secret-box';
import { replaceSealed, type SealedColumn, type SealedRow } from './sealed-column';

/** One that was altered must not keep the others from being served. */
const SAMPLES = 16;
const EXAMPLE = 'new-id:NEW_KEY,old-id:OLD_KEY';

/** The ids of the keys that a column needs, each found by one look into its index. */
export async function keysInUse(
  database: Database,
  { table, keyColumn = 'key_id' }: SealedColumn,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const [row] = await database.query<{ id: string | null }>(
      `SELECT MIN(${keyColumn}) AS id FROM ${table} WHERE ${keyColumn} > ?`,
      [ids.at(-1) ?? ''],
    );
    const id = row?.id;
    if (typeof id !== 'string') return ids;
    ids.push(id);
  }
}

/**
 * Tells at the start what would fail later, record by record: a key that is missing, or another one under its name.
 * @throws SettingsError that names every such key
 */
export async function requireKeysInUse(
  database: Database,
  box: SecretBox,
  columns: readonly SealedColumn[],
): Promise<void> {
  const faults: SettingFault[] = [];
  for (const column of columns) {
    for (const id of await keysInUse(database, column)) {
      const fault = await faultOf(database, box, column, id);
      if (fault) faults.push({ name: 'STORAGE_ENCRYPTION_KEY', expected: fault, example: EXAMPLE });
    }
  }
  if (faults.length > 0) throw new SettingsError(faults);
}

async function faultOf(database: Database, box: SecretBox, column: SealedColumn, id: string) {
  if (!box.has(id)) return `also the key named ${id}, which seals ${column.table}`;
  const { table, keyColumn = 'key_id', identity } = column;
  const rows = await database.query<SealedRow>(
    `SELECT ${[...identity, column.column].join(', ')} FROM ${table} WHERE ${keyColumn} = ? LIMIT ?`,
    [id, SAMPLES],
  );
  const opens = rows.some((row) => canOpen(box, column, row));
  return opens ? undefined : `under the name ${id} the key that seals ${column.table}, which the given one is not`;
}

function canOpen(box: SecretBox, column: SealedColumn, row: SealedRow): boolean {
  try {
    replaceSealed(column, row, (sealed, place) => box.open(sealed, place));
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
