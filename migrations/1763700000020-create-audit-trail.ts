import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** The audit trail, whose entries are chained by their hashes, and the end of that chain. */
export class CreateAuditTrail1763700000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = runner.dataSource.options.type === 'postgres';
    // On SQLite an integer has 64 bits, and as the primary key it is the place in the table and part of every index.
    const wide = isPostgres ? 'bigint' : 'integer';
    const place = isPostgres ? ['seq'] : [];
    await runner.createTable(
      new Table({
        name: 'audit_events',
        columns: [
          { name: 'seq', type: wide, isPrimary: true },
          { name: 'at', type: wide },
          { name: 'actor', type: 'varchar', length: '64' },
          { name: 'actor_name', type: 'varchar', length: '255' },
          { name: 'action', type: 'varchar', length: '64' },
          { name: 'resource', type: 'varchar', length: '32' },
          { name: 'resource_id', type: 'varchar', length: '64' },
          { name: 'version', type: 'integer', isNullable: true },
          { name: 'request_id', type: 'varchar', length: '128', isNullable: true },
          { name: 'document', type: 'text' },
          { name: 'hash', type: 'varchar', length: '64' },
        ],
        indices: [
          { name: 'audit_events_by_id', columnNames: ['resource_id', ...place] },
          { name: 'audit_events_by_resource', columnNames: ['resource', ...place] },
          { name: 'audit_events_by_actor', columnNames: ['actor', ...place] },
          { name: 'audit_events_by_time', columnNames: ['at', ...place] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'audit_head',
        columns: [
          { name: 'id', type: 'integer', isPrimary: true },
          { name: 'seq', type: wide },
          { name: 'hash', type: 'varchar', length: '64' },
        ],
      }),
    );
    await runner.query(`INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '${'0'.repeat(64)}')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['audit_head', 'audit_events']) await runner.dropTable(table);
  }
}
