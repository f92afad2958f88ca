import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** What is to be delivered to webhooks, every attempt at it, and who works on which notification. */
export class CreateDeliveries1763700000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = runner.dataSource.options.type === 'postgres';
    // On SQLite an integer has 64 bits, and only as such a primary key it is made by the database.
    const wide = isPostgres ? 'bigint' : 'integer';
    const place = { name: 'seq', type: wide, isPrimary: true, isGenerated: true } as const;
    await runner.createTable(
      new Table({
        name: 'deliveries',
        columns: [
          { ...place, generationStrategy: 'increment' },
          { name: 'id', type: 'varchar', length: '36' },
          { name: 'notification_id', type: 'varchar', length: '36' },
          { name: 'event', type: 'varchar', length: '64' },
          { name: 'payload_type', type: 'varchar', length: '64' },
          { name: 'resource', type: 'varchar', length: '32' },
          { name: 'resource_id', type: 'varchar', length: '36' },
          { name: 'version', type: 'integer', isNullable: true },
          { name: 'body', type: 'text' },
          { name: 'created_at', type: wide },
          { name: 'due_at', type: wide },
          { name: 'tries', type: 'integer' },
          { name: 'state', type: 'varchar', length: '16' },
          { name: 'finished_at', type: wide, isNullable: true },
        ],
        uniques: [{ name: 'deliveries_id', columnNames: ['id'] }],
      }),
    );
    await runner.query('CREATE INDEX deliveries_by_notification ON deliveries (notification_id, seq)');
    // What is over is most of all there is; the queues stay as small as what waits in them.
    await runner.query(
      'CREATE INDEX deliveries_waiting ON deliveries (notification_id, due_at, seq) WHERE finished_at IS NULL',
    );
    await runner.query('CREATE INDEX deliveries_oldest ON deliveries (created_at) WHERE finished_at IS NULL');
    await runner.query('CREATE INDEX deliveries_over ON deliveries (finished_at) WHERE finished_at IS NOT NULL');
    await runner.createTable(
      new Table({
        name: 'delivery_attempts',
        columns: [
          { ...place, generationStrategy: 'increment' },
          { name: 'delivery', type: wide },
          { name: 'at', type: wide },
          { name: 'status', type: 'integer', isNullable: true },
          { name: 'latency_ms', type: 'integer' },
          { name: 'failure', type: 'varchar', length: '255', isNullable: true },
          { name: 'answer', type: 'text' },
        ],
        indices: [{ name: 'delivery_attempts_by_delivery', columnNames: ['delivery', 'seq'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'delivery_queues',
        columns: [
          { name: 'notification_id', type: 'varchar', length: '36', isPrimary: true },
          { name: 'holder', type: 'varchar', length: '36' },
          { name: 'leased_until', type: wide },
          { name: 'failing_since', type: wide, isNullable: true },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['delivery_queues', 'delivery_attempts', 'deliveries']) await runner.dropTable(table);
  }
}
