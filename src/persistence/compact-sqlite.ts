import { statSync } from 'node:fs';
import { DomainError } from '../kernel/domain-error';
import { openSqlite } from './sqlite-driver';

/** In milliseconds: how long to wait for a service that is changing something. */
const WAIT_MS = 30_000;

/** The bytes of a database, with what is not copied into its file yet. */
export interface Compaction {
  readonly before: number;
  readonly after: number;
}

/**
 * Gives what an embedded database has no use for any more back to the file system. A service may run meanwhile: its
 * readers go on, and its writers wait.
 * @throws DomainError of kind `unavailable` where there is no such file, or somebody keeps it busy
 */
export function compactSqlite(path: string): Compaction {
  const before = sizeOf(path);
  try {
    const connection = openSqlite(path, { fileMustExist: true, timeout: WAIT_MS });
    try {
      connection.exec('VACUUM');
      // VACUUM writes all of the database into the log of changes.
      connection.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      connection.close();
    }
  } catch (cause) {
    throw DomainError.unavailable('the file cannot be compacted', cause);
  }
  return { before, after: sizeOf(path) };
}

const sizeOf = (path: string): number =>
  ['', '-wal'].reduce((sum, end) => sum + (statSync(`${path}${end}`, { throwIfNoEntry: false })?.size ?? 0), 0);
