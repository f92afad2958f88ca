import { DataSource } from 'typeorm';
import { migrations } from '../../migrations';
import { sqliteDriver } from '../../src/persistence/sqlite-driver';
import { onEachDatabase, type TestDatabase } from '../support/databases';

const COLUMNS = {
  sqlite: `SELECT tables.name || '.' || columns.name AS name,
      columns.type || CASE WHEN columns."notnull" THEN ' needed' ELSE '' END AS type,
      columns."notnull" AND columns.dflt_value IS NULL AND columns.pk = 0 AS needed
    FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
  postgres: `SELECT table_name || '.' || column_name AS name,
      concat_ws(' ', data_type, character_maximum_length, is_nullable) AS type,
      is_nullable = 'NO' AND column_default IS NULL AS needed
    FROM information_schema.columns WHERE table_schema = current_schema()`,
};

interface Column {
  readonly name: string;
  readonly type: string;
  /** Whether a row without a value for it is refused. */
  readonly needed: boolean | number;
}

onEachDatabase('The migrations of a release', (create) => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await create('none');
  });
  afterAll(() => test.drop());

  /** The columns of the schema after the first migrations. */
  async function columnsAfter(count: number): Promise<Column[]> {
    const { settings } = test;
    const wanted = { migrations: migrations.slice(0, count) };
    const dataSource = new DataSource(
      settings.kind === 'sqlite'
        ? { type: 'better-sqlite3', driver: sqliteDriver(), database: settings.path, ...wanted }
        : { type: 'postgres', url: settings.url.reveal(), ...wanted },
    );
    await dataSource.initialize();
    await dataSource.runMigrations();
    const columns = await dataSource.query<Column[]>(COLUMNS[settings.kind]);
    await dataSource.destroy();
    return columns;
  }

  it('leave the release before at work, all but the first: what was there stays, and nothing new is needed', async () => {
    for (let index = 1; index < migrations.length; index++) {
      const before = await columnsAfter(index);
      const after = await columnsAfter(index + 1);
      const kept = new Map(after.map(({ name, type }) => [name, type]));
      const tables = new Set(before.map(({ name }) => name.split('.')[0]));
      const known = new Set(before.map(({ name }) => name));
      const added = after.filter(({ name }) => !known.has(name) && tables.has(name.split('.')[0]));

      expect(before.filter(({ name, type }) => kept.get(name) !== type)).toEqual([]);
      expect(added.filter(({ needed }) => Boolean(needed))).toEqual([]);
    }
  });
});
