import { InstallationError } from '../kernel/installation-error';
import { openSqlite, sqliteDriver, sqlitePackage } from './sqlite-driver';

describe('the driver of SQLite', () => {
  it.each([
    ['20.19.0', 'better-sqlite3'],
    ['21.7.3', 'better-sqlite3'],
    ['22.0.0', 'better-sqlite3-13'],
    ['24.19.0', 'better-sqlite3-13'],
    ['100.0.0', 'better-sqlite3-13'],
  ])('comes, on Node.js %s, from %s', (node, name) => {
    expect(sqlitePackage(node)).toBe(name);
  });

  it('is there for the Node.js that runs this', () => {
    const database = openSqlite(':memory:');
    expect(database).toBeInstanceOf(sqliteDriver());
    expect(database.prepare('SELECT 1').pluck().get()).toBe(1);
    database.close();
  });

  it.each([
    [
      Object.assign(new Error("Cannot find module 'better-sqlite3'\nRequire stack:\n- x"), {
        code: 'MODULE_NOT_FOUND',
      }),
      /^SQLite needs the package better-sqlite3\S* on Node\.js \S+: it is not installed in \/\S+\. Run "npm ci" there$/,
    ],
    [
      Object.assign(
        new Error(
          "The module '/a/b.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 1.",
        ),
        { code: 'ERR_DLOPEN_FAILED' },
      ),
      /: it was built for another version of Node\.js \(The module '\/a\/b\.node'\)\. Run "npm ci" with this one$/,
    ],
    [
      Object.assign(new Error('/a/b.node: file too short'), { code: 'ERR_DLOPEN_FAILED' }),
      /: it cannot be loaded \(\/a\/b\.node: file too short\)\. Run "npm ci" with this Node\.js$/,
    ],
  ])('says in one line why it cannot be loaded: %s', (cause, line) => {
    const load = (): never => {
      throw cause;
    };
    expect(() => sqliteDriver(load)).toThrow(InstallationError);
    expect(() => sqliteDriver(load)).toThrow(line);
  });
});
