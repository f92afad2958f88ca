import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** The sections of configuration files that are kept as they are, sealed: networks and plugins. */
export class KeepConfigurationSections1763700000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'configuration_sections',
        columns: [
          { name: 'name', type: 'varchar', length: '32', isPrimary: true },
          { name: 'document', type: 'text' },
          { name: 'key_id', type: 'varchar', length: '32', isNullable: true },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('configuration_sections');
  }
}
