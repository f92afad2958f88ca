import { Logger } from '@nestjs/common';
import type { EncryptionKey } from '../../settings/encryption-key-list';
import { type SettingFault, SettingsError } from '../../settings/settings-error';
import type { Database } from '../../persistence/database';
import { SealError, SecretBox } from '../secret-box';
import { replaceSealed, type SealedColumn, type SealedRow } from '../sealed-column';
import { KeyCheckRow } from './key-check.row';

/** How many rows of a key and column are opened at a start, and how many are in memory at once: they may be long. */
const SAMPLES = 100;
const AT_ONCE = 10;
const EXAMPLE = 'new-id:NEW_KEY,old-id:OLD_KEY';
const CHECK = 'key check';
/** What those who bring the first key to a database take turns by; no record has this number. */
const FIRST_KEY = 0;

/** What a key was found to have sealed in a column, as far as it was looked at. */
interface Use {
  readonly id: string;
  readonly table: string;
  readonly isOpened: boolean;
  readonly unopened: readonly SealError[];
}

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

/** Whether there is anything that needs a key: a key proves itself by a text that it sealed when it came. */
export async function isAnythingSealed(database: Database, columns: readonly SealedColumn[]): Promise<boolean> {
  if (await database.manager.exists(KeyCheckRow)) return true;
  for (const column of columns) {
    if ((await keysInUse(database, column)).length > 0) return true;
  }
  return false;
}

/**
 * Finds at the start what would fail later, record by record: a key that is missing, or another one under its name. With
 * the right key, values that do not open are logged: they must not keep the others from being served.
 * @throws SettingsError that names every such key
 */
export async function requireKeysInUse(
  database: Database,
  keys: readonly EncryptionKey[],
  columns: readonly SealedColumn[],
): Promise<void> {
  const box = new SecretBox(keys);
  const uses: Use[] = [];
  for (const column of columns) {
    for (const id of await keysInUse(database, column)) uses.push(await useOf(database, box, column, id));
  }
  const right = new Set(uses.filter(({ isOpened }) => isOpened).map(({ id }) => id));
  const { opened } = await checkedKeys(database, keys);
  const faults = uses.flatMap((use) => (right.has(use.id) || opened.has(use.id) ? [] : [faultOf(use, box)]));
  if (faults.length > 0) throw new SettingsError(faults);
  const logger = new Logger('encryption');
  for (const err of uses.flatMap(({ unopened }) => unopened)) logger.error({ err }, 'A sealed value does not open');
  if (keys.some(({ id }) => !opened.has(id))) await storeChecks(database, keys, right);
}

async function useOf(database: Database, box: SecretBox, column: SealedColumn, id: string): Promise<Use> {
  const { table, keyColumn = 'key_id', identity } = column;
  const unopened: SealError[] = [];
  let opened = 0;
  for (let offset = 0; box.has(id) && offset < SAMPLES; offset += AT_ONCE) {
    const rows = await database.query<SealedRow>(
      `SELECT ${[...identity, column.column].join(', ')} FROM ${table} WHERE ${keyColumn} = ?
      ORDER BY ${identity.join(', ')} LIMIT ? OFFSET ?`,
      [id, AT_ONCE, offset],
    );
    const open = (row: SealedRow) => replaceSealed(column, row, (sealed, location) => box.open(sealed, location));
    const faults = rows.flatMap((row) => sealFault(() => open(row)) ?? []);
    unopened.push(...faults);
    opened += rows.length - faults.length;
    if (rows.length < AT_ONCE) break;
  }
  return { id, table, isOpened: opened > 0, unopened };
}

function sealFault(open: () => unknown): SealError | undefined {
  try {
    open();
    return undefined;
  } catch (error) {
    if (error instanceof SealError) return error;
    throw error;
  }
}

const faultOf = ({ id, table }: Use, box: SecretBox): SettingFault => ({
  name: 'STORAGE_ENCRYPTION_KEY',
  expected: box.has(id)
    ? `under the name ${id} the key that seals ${table}, which the given one is not`
    : `also the key named ${id}, which seals ${table}`,
  example: EXAMPLE,
});

/** The ids of all keys that there were, and of those that are the ones which had these names before. */
async function checkedKeys(database: Database, keys: readonly EncryptionKey[]) {
  const rows = await database.manager.find(KeyCheckRow);
  const opens = (key: EncryptionKey): boolean =>
    rows.some(({ id, sealed }) => id === key.id && !sealFault(() => new SecretBox([key]).open(sealed, CHECK)));
  return { ids: rows.map(({ id }) => id), opened: new Set(keys.filter(opens).map(({ id }) => id)) };
}

/**
 * Has each key that is new here prove itself from now on. It has to come beside one that was here before: of several
 * instances that start on an empty database, all need the key of the one that was first.
 * @param right the ids of keys that are known by what they sealed
 */
async function storeChecks(
  database: Database,
  keys: readonly EncryptionKey[],
  right: ReadonlySet<string>,
): Promise<void> {
  await database.run(async () => {
    await database.query(`SELECT ${database.inTurn('alone', String(FIRST_KEY))} AS turn`);
    const { ids, opened } = await checkedKeys(database, keys);
    if (ids.length > 0 && opened.size === 0 && right.size === 0) throw new SettingsError([unknownKeys(ids)]);
    const rows = keys
      .filter(({ id }) => !opened.has(id))
      .map((key) => ({ id: key.id, sealed: new SecretBox([key]).seal(CHECK, CHECK) }));
    if (rows.length > 0) await database.manager.upsert(KeyCheckRow, rows, ['id']);
  });
}

const unknownKeys = (ids: readonly string[]): SettingFault => ({
  name: 'STORAGE_ENCRYPTION_KEY',
  expected: `a key that this database was used with (${ids.join(', ')}), which none of the given ones is`,
  example: EXAMPLE,
});
