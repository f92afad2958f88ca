import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../../test/support/scratch';
import { InstallationError } from '../kernel/installation-error';
import { openSqlite, sqliteDriver, sqlitePackage } from './sqlite-driver';

describe('the driver of SQLite', () => {
  const folder = scratchFolder();

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

  const missing = Object.assign(new Error("Cannot find module 'better-sqlite3'\nRequire stack:\n- x"), {
    code: 'MODULE_NOT_FOUND',
  });
  const failing = (cause: Error, node: string) => (): unknown =>
    sqliteDriver({
      load: () => {
        throw cause;
      },
      folder: folder(),
      node,
    });

  it('says in one line what to do in a checkout where it is missing', () => {
    writeFileSync(join(folder(), 'package-lock.json'), '{}');
    expect(failing(missing, '20.19.0')).toThrow(InstallationError);
    expect(failing(missing, '20.19.0')).toThrow(
      `SQLite needs the package better-sqlite3 on Node.js 20.19.0: it is not installed in ${folder()}. Run "npm ci" there`,
    );
    mkdirSync(join(folder(), 'node_modules/better-sqlite3'), { recursive: true });
    expect(failing(missing, '24.1.0')).toThrow(
      `SQLite needs the package better-sqlite3-13 on Node.js 24.1.0: ${folder()} was installed with another version of Node.js. Run "npm ci" there with this one`,
    );
  });

  it.each([
    ['20.19.0', 'Run "npm install better-sqlite3@12" beside this package, with --global where that is'],
    ['24.1.0', 'Install this package again'],
  ])('says in one line what to do, on Node.js %s, where it is missing beside a package', (node, help) => {
    const line = `SQLite needs the package ${sqlitePackage(node)} on Node.js ${node}: it is not there. ${help}`;
    expect(failing(missing, node)).toThrow(line);
  });

  it.each([
    [
      "The module '/a/b.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 1.",
      `it was built for another version of Node.js (The module '/a/b.node'). Run "npm ci" with this one`,
    ],
    ['/a/b.node: file too short', 'it cannot be loaded (/a/b.node: file too short). Run "npm ci" with this Node.js'],
  ])('says in one line why it cannot be loaded: %s', (message, line) => {
    const cause = Object.assign(new Error(message), { code: 'ERR_DLOPEN_FAILED' });
    expect(failing(cause, '20.19.0')).toThrow(`SQLite needs the package better-sqlite3 on Node.js 20.19.0: ${line}`);
  });
});
