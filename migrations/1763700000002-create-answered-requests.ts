import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** The answers to requests that carried an idempotency key. */
export class CreateAnsweredRequests1763700000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'answered_requests',
        columns: [
          { name: 'scope', type: 'varchar', length: '255', isPrimary: true },
          { name: 'request_key', type: 'varchar', length: '255', isPrimary: true },
          { name: 'answered_at', type: 'varchar', length: '24' },
          { name: 'answer', type: 'text' },
        ],
        indices: [{ name: 'answered_requests_by_time', columnNames: ['answered_at'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('answered_requests');
  }
}
