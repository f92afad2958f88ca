import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a relayer is out of service, sealed, where that quotes a URL: it may carry a credential. */
export class SealReasons1763700000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE relayers ADD COLUMN disabled_reason text');
    await runner.query('ALTER TABLE relayers ADD COLUMN disabled_reason_key varchar(32)');
    await runner.query(
      `CREATE INDEX relayers_by_disabled_reason_key ON relayers (disabled_reason_key, id)
      WHERE disabled_reason_key IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX relayers_by_disabled_reason_key');
    await runner.query('ALTER TABLE relayers DROP COLUMN disabled_reason_key');
    await runner.query('ALTER TABLE relayers DROP COLUMN disabled_reason');
  }
}
