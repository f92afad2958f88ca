import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { CATALOGUE } from '../src/networks/domain/catalogue';
import { boolean, generated, index, integer, optional, sealed, sealedBy, text, unique, varchar } from './table-options';

/** How many positions a bucket of `record_counts` spans, level by level. */
const WIDTHS = [2 ** 31, 4096, 64];

/** The networks, and among them those of the catalogue, which are not told apart from others but by a mark. */
export class Networks1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'networks',
        columns: [
          generated(integer('seq')),
          varchar('id', 640),
          integer('version'),
          varchar('network_type', 64),
          varchar('name', 255),
          boolean('is_catalogue'),
          text('details'),
          ...sealed('rpc_urls', 'key_id').map(optional),
        ],
        uniques: [unique('networks_id', 'id')],
        indices: [index('networks_by_name', 'network_type', 'name'), sealedBy('networks_by_key', 'key_id', 'id')],
      }),
    );
    // Without their endpoints, which are those of the catalogue: there may be no key yet that seals them.
    for (const { id, network_type, name, details } of CATALOGUE) {
      const row = { id, version: 1, network_type, name, is_catalogue: true, details: JSON.stringify(details) };
      await runner.manager.createQueryBuilder().insert().into('networks').values(row).execute();
    }
    for (const [level, width] of WIDTHS.entries()) {
      const buckets = CATALOGUE.map((_, index) => Math.floor((index + 1) / width));
      for (const bucket of new Set(buckets)) {
        const records = buckets.filter((each) => each === bucket).length;
        const row = { collection: 'networks', level, bucket, records };
        await runner.manager.createQueryBuilder().insert().into('record_counts').values(row).execute();
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('networks');
    await runner.query(`DELETE FROM record_counts WHERE collection = 'networks'`);
  }
}
