import { type MigrationInterface, type QueryRunner, Table, type TableColumnOptions } from 'typeorm';

/** What every record has: its place in the order of creation, its id, its version and its public JSON text. */
const record: TableColumnOptions[] = [
  { name: 'seq', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
  { name: 'id', type: 'varchar', length: '36' },
  { name: 'version', type: 'integer' },
  { name: 'document', type: 'text' },
];
const uniqueId = (table: string) => ({ name: `${table}_id`, columnNames: ['id'] });

/** Signers, notifications and relayers, and the counts by which a page of a long list is found without reading it. */
export class CreateRecords1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'signers',
        columns: [...record, { name: 'type', type: 'varchar', length: '64' }, { name: 'secrets', type: 'text' }],
        uniques: [uniqueId('signers')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'notifications',
        columns: [...record, { name: 'signing_key', type: 'text', isNullable: true }],
        uniques: [uniqueId('notifications')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'relayers',
        columns: [
          ...record,
          { name: 'network_type', type: 'varchar', length: '64' },
          { name: 'network', type: 'varchar', length: '255' },
          { name: 'paused', type: 'boolean' },
          { name: 'system_disabled', type: 'boolean' },
          { name: 'signer_id', type: 'varchar', length: '36' },
          { name: 'notification_id', type: 'varchar', length: '36', isNullable: true },
          { name: 'search_text', type: 'text' },
          { name: 'custom_rpc_urls', type: 'text', isNullable: true },
        ],
        uniques: [
          uniqueId('relayers'),
          { name: 'relayers_signer_network', columnNames: ['signer_id', 'network_type', 'network'] },
        ],
        foreignKeys: [
          {
            name: 'relayers_signer',
            columnNames: ['signer_id'],
            referencedTableName: 'signers',
            referencedColumnNames: ['id'],
          },
          {
            name: 'relayers_notification',
            columnNames: ['notification_id'],
            referencedTableName: 'notifications',
            referencedColumnNames: ['id'],
          },
        ],
        indices: [
          { name: 'relayers_by_network', columnNames: ['network_type', 'network', 'seq'] },
          { name: 'relayers_by_notification', columnNames: ['notification_id', 'seq'] },
          { name: 'relayers_by_paused', columnNames: ['paused', 'seq'] },
          { name: 'relayers_by_system_disabled', columnNames: ['system_disabled', 'seq'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'record_counts',
        columns: [
          { name: 'collection', type: 'varchar', length: '32', isPrimary: true },
          { name: 'level', type: 'integer', isPrimary: true },
          { name: 'bucket', type: 'integer', isPrimary: true },
          { name: 'records', type: 'integer' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['record_counts', 'relayers', 'notifications', 'signers']) await runner.dropTable(table);
  }
}
