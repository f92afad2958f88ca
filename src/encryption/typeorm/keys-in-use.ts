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
  const checked = await checkedKeys(database, keys);
  const faults = uses.flatMap((use) => (right.has(use.id) || checked.has(use.id) ? [] : [faultOf(use, box)]));
  if (faults.length > 0) throw new SettingsError(faults);
  const logger = new Logger('encryption');
  for (const err of uses.flatMap(({ unopened }) => unopened)) logger.error({ err }, 'A sealed value does not open');
  await storeChecks(
    database,
    keys.filter(({ id }) => !checked.has(id)),
  );
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

/** The ids of the keys that are those which had these names before. */
async function checkedKeys(database: Database, keys: readonly EncryptionKey[]): Promise<ReadonlySet<string>> {
  const rows = await database.manager.find(KeyCheckRow);
  const opens = (key: EncryptionKey): boolean =>
    rows.some(({ id, sealed }) => id === key.id && !sealFault(() => new SecretBox([key]).open(sealed, CHECK)));
  return new Set(keys.filter(opens).map(({ id }) => id));
}

/** Nothing is committed where there is nothing to store. */
async function storeChecks(database: Database, keys: readonly EncryptionKey[]): Promise<void> {
  if (keys.length === 0) return;
  await database.run(async () => {
    const rows = keys.map((key) => ({ id: key.id, sealed: new SecretBox([key]).seal(CHECK, CHECK) }));
    await database.manager.upsert(KeyCheckRow, rows, ['id']);
  });
}
