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
});
