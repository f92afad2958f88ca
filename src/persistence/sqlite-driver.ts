import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { INSTALLED_IN, InstallationError, isNotFound } from '../kernel/installation-error';

/** The first line of Node.js that version 13 runs on; on the later ones of those, version 12 ends the process. */
const FIRST_OF_13 = 22;

/** Versions 12 and 13. */
const PACKAGES = ['better-sqlite3', 'better-sqlite3-13'] as const;

/** Which package has better-sqlite3 for a version of Node.js; npm installs that one only. */
export const sqlitePackage = (node: string): string => PACKAGES[Number.parseInt(node, 10) < FIRST_OF_13 ? 0 : 1];

/** Where the packages come from. */
interface Installation {
  /** Finds a package as `require` does. */
  readonly load: (name: string) => unknown;
  readonly folder: string;
  /** The version of Node.js. */
  readonly node: string;
}

const HERE: Installation = { load: createRequire(__filename), folder: INSTALLED_IN, node: process.versions.node };

/**
 * better-sqlite3 for this Node.js, loaded when it is first asked for: PostgreSQL needs none.
 * @throws InstallationError where it is missing, or was built for another Node.js
 */
export function sqliteDriver(installation: Installation = HERE): typeof Sqlite {
  const name = sqlitePackage(installation.node);
  try {
    const driver = installation.load(name) as typeof Sqlite;
    // Version 12 loads its native part when a database is opened.
    new driver(':memory:').close();
    return driver;
  } catch (cause) {
    throw new InstallationError(
      `SQLite needs the package ${name} on Node.js ${installation.node}: ${whatIsWrong(installation, cause)}`,
      { cause },
    );
  }
}

export const openSqlite = (path: string, options?: Sqlite.Options): Sqlite.Database =>
  new (sqliteDriver())(path, options);

/** The path is in the message of Node.js. */
function whatIsWrong({ folder, node }: Installation, cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const [first = ''] = message.split('\n');
  if (isNotFound(cause)) {
    if (!existsSync(join(folder, 'package-lock.json'))) return `it is not there. ${howToInstall(node)}`;
    const isForOther = PACKAGES.some((each) => existsSync(join(folder, 'node_modules', each)));
    return isForOther
      ? `${folder} was installed with another version of Node.js. Run "npm ci" there with this one`
      : `it is not installed in ${folder}. Run "npm ci" there`;
  }
  if (/NODE_MODULE_VERSION|different Node\.js/.test(message)) {
    return `it was built for another version of Node.js (${first}). Run "npm ci" with this one`;
  }
  return `it cannot be loaded (${first}). Run "npm ci" with this Node.js`;
}

/** The package that `npm pack` makes has no lock file, and leaves out version 12, which npm would compile everywhere. */
const howToInstall = (node: string): string =>
  sqlitePackage(node) === PACKAGES[0]
    ? 'Run "npm install better-sqlite3@12" beside this package, with --global where that is'
    : 'Install this package again';
