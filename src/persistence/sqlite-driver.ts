import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';
import { DomainError } from '../kernel/domain-error';

/** The first line of Node.js that version 13 runs on; on the later ones of those, version 12 ends the process. */
const FIRST_OF_13 = 22;

/** Which package has better-sqlite3 for a version of Node.js; npm installs that one only. */
export const sqlitePackage = (node: string): string =>
  Number.parseInt(node, 10) < FIRST_OF_13 ? 'better-sqlite3' : 'better-sqlite3-13';

/**
 * better-sqlite3 for this Node.js, loaded when it is first asked for: PostgreSQL needs none.
 * @throws DomainError of kind `unavailable` where npm could not install it
 */
export function sqliteDriver(): typeof Sqlite {
  const name = sqlitePackage(process.versions.node);
  try {
    return createRequire(__filename)(name) as typeof Sqlite;
  } catch (cause) {
    throw DomainError.unavailable(`the package ${name} cannot be loaded`, cause);
  }
}

export const openSqlite = (path: string, options?: Sqlite.Options): Sqlite.Database =>
  new (sqliteDriver())(path, options);
