import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** The credentials of the API: what recognises a token, never what it is. */
export class CreateApiTokens1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'api_tokens',
        columns: [
          { name: 'id', type: 'varchar', length: '16', isPrimary: true },
          { name: 'name', type: 'varchar', length: '255' },
          { name: 'digest', type: 'varchar', length: '64' },
          { name: 'permissions', type: 'text' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('api_tokens');
  }
}
