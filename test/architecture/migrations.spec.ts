import { sqliteDriver } from '../../src/persistence/sqlite-driver';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations';
import { rows } from '../../src/tables';
import { onEachDatabase, type TestDatabase } from '../support/databases';

/** Everything that makes up the schema, a line each. */
const SCHEMAS = {
  'better-sqlite3': `SELECT type || ' ' || name || ': ' || coalesce(sql, '') AS line FROM sqlite_master
    WHERE tbl_name NOT IN ('migrations', 'sqlite_sequence') ORDER BY 1`,
  postgres: `SELECT concat_ws(' ', 'column', table_name, ordinal_position, column_name, data_type,
      character_maximum_length, is_nullable, column_default) AS line
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
    UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migrations'
    UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 'migrations'::regclass
    ORDER BY 1`,
};

onEachDatabase('migrations', (create) => {
  let test: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    test = await create('none');
    const { settings } = test;
    dataSource = new DataSource(
      settings.kind === 'sqlite'
        ? { type: 'better-sqlite3', driver: sqliteDriver(), database: settings.path, entities: rows, migrations }
        : { type: 'postgres', url: settings.url.reveal(), entities: rows, migrations },
    );
    await dataSource.initialize();
  }, 30_000);

  afterAll(async () => {
    await dataSource.destroy();
    await test.drop();
  });

  const schema = async (): Promise<string[]> => {
    const type = dataSource.options.type as keyof typeof SCHEMAS;
    return (await dataSource.query<{ line: string }[]>(SCHEMAS[type])).map(({ line }) => line);
  };

  it('leave nothing behind when they are undone, and make the same schema again', async () => {
    await dataSource.runMigrations();
    const first = await schema();
    expect(first.length).toBeGreaterThan(10);
    for (let left = migrations.length; left > 0; left--) await dataSource.undoLastMigration();
    expect(await schema()).toEqual([]);
    await dataSource.runMigrations();
    expect(await schema()).toEqual(first);
  }, 30_000);

  it('make the columns that the rows declare, and no others', async () => {
    await dataSource.runMigrations();
    const runner = dataSource.createQueryRunner();
    for (const { tableName, columns } of dataSource.entityMetadatas) {
      const table = (await runner.getTable(tableName))!;
      expect(
        describeColumns(
          tableName,
          table.columns.map(({ name, isNullable }) => ({ name, isNullable })),
        ),
      ).toEqual(
        describeColumns(
          tableName,
          columns.map(({ databaseName, isNullable }) => ({ name: databaseName, isNullable })),
        ),
      );
    }
    await runner.release();
  });
});

/** The columns of a table in no order. */
const describeColumns = (
  table: string,
  columns: readonly { readonly name: string; readonly isNullable: boolean }[],
): string[] => columns.map(({ name, isNullable }) => `${table}.${name}${isNullable ? ' or null' : ''}`).sort();
