import { printable } from '../kernel/printable';
import { compactSqlite } from '../persistence/compact-sqlite';
import { readSettings } from '../settings/read-settings';
import { REFUSED } from './exit-codes';

const MIB = 1024 * 1024;

/** Compacts the file of the database of the settings, which must be on SQLite. */
export function compact(): void {
  const { database } = readSettings(process.env);
  if (database.kind !== 'sqlite') {
    console.error(
      'error: PostgreSQL does this by itself (autovacuum); VACUUM FULL, run there, gives space back to the disk',
    );
    process.exitCode = REFUSED;
    return;
  }
  const { before, after } = compactSqlite(database.path);
  console.log(printable(`SQLite ${database.path}: ${mib(before)} MiB before, ${mib(after)} MiB now`));
}

const mib = (bytes: number): string => (bytes / MIB).toFixed(1);
