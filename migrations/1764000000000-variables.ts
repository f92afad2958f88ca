import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  ['signers', 'variables'],
  ['notifications', 'key_variable'],
] as const;

/**
 * The names of the variables that held secrets where they were imported from. In SQL, as TypeORM makes tables of SQLite
 * anew to add a column, and others refer to these.
 */
export class Variables1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS) await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}
