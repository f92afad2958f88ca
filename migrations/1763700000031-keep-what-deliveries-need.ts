import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** The events that notifications subscribe to, and the signing keys that were replaced and still co-sign. */
export class KeepWhatDeliveriesNeed1763700000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications ADD COLUMN events varchar(1024)');
    await runner.query('CREATE INDEX notifications_with_events ON notifications (seq) WHERE events IS NOT NULL');
    const isPostgres = runner.dataSource.options.type === 'postgres';
    await runner.createTable(
      new Table({
        name: 'retired_signing_keys',
        columns: [
          { name: 'id', type: 'varchar', length: '36', isPrimary: true },
          { name: 'notification_id', type: 'varchar', length: '36' },
          { name: 'signing_key', type: 'text' },
          { name: 'key_id', type: 'varchar', length: '32' },
          { name: 'expires_at', type: isPostgres ? 'bigint' : 'integer' },
        ],
        // The release before deletes notifications, too, and knows nothing of their keys.
        foreignKeys: [
          {
            name: 'retired_signing_keys_notification',
            columnNames: ['notification_id'],
            referencedTableName: 'notifications',
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
          },
        ],
        indices: [
          { name: 'retired_signing_keys_by_notification', columnNames: ['notification_id', 'expires_at'] },
          { name: 'retired_signing_keys_by_key', columnNames: ['key_id', 'notification_id', 'id'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('retired_signing_keys');
    await runner.query('DROP INDEX notifications_with_events');
    await runner.query('ALTER TABLE notifications DROP COLUMN events');
  }
}
