import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables that hold something sealed: the column, and what tells the rows apart. */
const SEALED = [
  { table: 'signers', column: 'secrets', identity: ['id'] },
  { table: 'notifications', column: 'signing_key', identity: ['id'] },
  { table: 'relayers', column: 'custom_rpc_urls', identity: ['id'] },
  { table: 'answered_requests', column: 'answer', identity: ['scope', 'request_key'] },
];

/** A sealed text begins with its format and the id of its key; among the secrets of a signer it is a JSON text. */
const KEY_ID = /(?:^|":")1\.([A-Za-z0-9_-]{1,32})\./;
const BATCH = 1000;

/** Next to each sealed text stands which key it needs, so that keys in use are found without reading all records. */
export class NameKeysInUse1763700000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { table, column, identity } of SEALED) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN key_id varchar(32)`);
      await this.fill(runner, table, column, identity);
      // Most relayers have nothing sealed; those cost nothing here.
      const columns = ['key_id', ...identity].join(', ');
      await runner.query(`CREATE INDEX ${table}_by_key ON ${table} (${columns}) WHERE key_id IS NOT NULL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of SEALED) {
      await runner.query(`DROP INDEX ${table}_by_key`);
      await runner.query(`ALTER TABLE ${table} DROP COLUMN key_id`);
    }
  }

  private async fill(runner: QueryRunner, table: string, column: string, identity: readonly string[]): Promise<void> {
    const order = identity.join(', ');
    for (let offset = 0; ; offset += BATCH) {
      const page = `ORDER BY ${order} LIMIT ${String(BATCH)} OFFSET ${String(offset)}`;
      const rows = (await runner.query(`SELECT ${order}, ${column} AS sealed FROM ${table} ${page}`)) as Row[];
      for (const { sealed, ...where } of rows) {
        const key_id = KEY_ID.exec(sealed ?? '')?.[1];
        if (key_id !== undefined) {
          await runner.manager.createQueryBuilder().update(table).set({ key_id }).where(where).execute();
        }
      }
      if (rows.length < BATCH) return;
    }
  }
}

type Row = Readonly<Record<string, string>> & { readonly sealed: string | null };
