import type Sqlite from 'better-sqlite3';
import { openSqlite } from '../../src/persistence/sqlite-driver';
import { Client } from 'pg';
import { SecretBox } from '../../src/encryption/secret-box';
import { readEncryptionKeys } from '../../src/settings/encryption-key-list';
import { allRows, type TableRows, type Value } from './rows';

/** The key that the service is started with. */
export const ENCRYPTION_KEY = `bench:${Buffer.alloc(32, 7).toString('base64')}`;
/** In bytes: room for the pages of the tables and indexes that are written all over. */
const CACHE_KIB = 512 * 1024;
const ROWS_A_STATEMENT = 500;

const secretBox = (): SecretBox => new SecretBox(readEncryptionKeys(ENCRYPTION_KEY) ?? []);

/** Fills a database that the service has migrated, past the service, which would take a transaction for every record. */
export function seedSqlite(path: string, relayers: number): void {
  const database = openSqlite(path);
  database.pragma('synchronous = OFF');
  database.pragma('journal_mode = MEMORY');
  database.pragma(`cache_size = -${String(CACHE_KIB)}`);
  database.pragma('foreign_keys = OFF');
  const indexes = database
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'relayers' AND sql IS NOT NULL")
    .all() as { readonly name: string; readonly sql: string }[];
  database.transaction(() => {
    // An index that is made at the end is sorted once instead of written all over.
    for (const { name, sql } of indexes) if (!sql.includes('UNIQUE')) database.exec(`DROP INDEX "${name}"`);
    for (const rows of allRows(relayers, secretBox())) insertIntoSqlite(database, rows);
    for (const { sql } of indexes) if (!sql.includes('UNIQUE')) database.exec(sql);
  })();
  database.pragma('journal_mode = WAL');
  database.close();
}

function insertIntoSqlite(database: Sqlite.Database, { table, columns, rows }: TableRows): void {
  const places = columns.map(() => '?').join(', ');
  const insert = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
  for (const row of rows) insert.run(row.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
}

export async function seedPostgres(url: string, relayers: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  for (const rows of allRows(relayers, secretBox())) await insertIntoPostgres(client, rows);
  for (const table of ['signers', 'notifications', 'relayers']) {
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'seq'), (SELECT MAX(seq) FROM ${table}))`);
  }
  await client.query('COMMIT');
  await client.query('ANALYZE');
  await client.end();
}

async function insertIntoPostgres(client: Client, { table, columns, rows }: TableRows): Promise<void> {
  const all = [...rows];
  for (let start = 0; start < all.length; start += ROWS_A_STATEMENT) {
    const values: Value[] = [];
    const tuples = all.slice(start, start + ROWS_A_STATEMENT).map((row) => {
      const places = row.map((value) => `$${String(values.push(value))}`);
      return `(${places.join(', ')})`;
    });
    await client.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples.join(', ')}`, values);
  }
}
