import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boolean, generated, integer, optional, sealed, sealedBy, text, unique, varchar } from './table-options';

/** The plugins. */
export class Plugins1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'plugins',
        columns: [
          generated(integer('seq')),
          varchar('id', 255),
          integer('version'),
          text('path'),
          varchar('timeout', 20),
          ...['emit_logs', 'emit_traces', 'raw_response', 'allow_get_invocation', 'forward_logs'].map(boolean),
          ...sealed('config', 'key_id').map(optional),
        ],
        uniques: [unique('plugins_id', 'id')],
        indices: [sealedBy('plugins_by_key', 'key_id', 'id')],
      }),
    );
    // Networks and plugins were stored there as they are before they had tables of their own, which no release had.
    await runner.dropTable('configuration_sections', true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('plugins');
  }
}
