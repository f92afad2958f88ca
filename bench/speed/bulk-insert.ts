import { openSqlite } from '../../src/persistence/sqlite-driver';

type Value = string | number | bigint | null;

/** Rows of one table, with all of its columns. */
export interface Copied {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly Value[][];
}

/** What an import has written, beside what a database has from its beginning. */
const TABLES = ['signers', 'notifications', 'relayers', 'record_counts', 'audit_events', 'audit_head', 'audit_keys'];

/** Everything that an import has written into a database. */
export function copyRows(path: string): Copied[] {
  const database = openSqlite(path, { readonly: true });
  const copied = TABLES.map((table) => {
    const select = database.prepare(`SELECT * FROM ${table}`);
    return { table, columns: select.columns().map(({ name }) => name), rows: select.raw().all() as Value[][] };
  });
  database.close();
  return copied;
}

/** What was used for some work, in seconds. */
export interface Used {
  readonly seconds: number;
  readonly cpu: number;
}

/** Writes rows as somebody would who has them ready: one transaction, a prepared statement for each table, durable. */
export function insertRows(path: string, copied: readonly Copied[]): Used {
  const database = openSqlite(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const [start, before] = [performance.now(), process.cpuUsage()];
  database.transaction(() => {
    for (const { table, columns, rows } of copied) {
      const places = columns.map(() => '?').join(', ');
      const insert = database.prepare(`INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
      for (const row of rows) insert.run(row);
    }
  })();
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - start) / 1000;
  database.close();
  return { seconds, cpu: (user + system) / 1e6 };
}
