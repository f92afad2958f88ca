import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const TABLE = 'api_tokens';
const COLLECTION = 'api_tokens';
/** How many places the buckets of `record_counts` span, level by level. */
const WIDTHS = [2 ** 31, 4096, 64];

/** A token as it was before. */
interface Plain {
  readonly id: string;
  readonly name: string;
  readonly digest: string;
  readonly permissions: string;
}

/** A token as it is afterwards. */
interface Living {
  readonly id: string;
  readonly digest: string;
  readonly document: string;
}

interface Document {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly relayers: readonly string[] | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** Tokens become records: listed in the order of creation, with an expiry, a last use, a revocation, named relayers. */
export class GiveTokensALife1763700000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const tokens = (await runner.query(`SELECT id, name, digest, permissions FROM ${TABLE}`)) as Plain[];
    await runner.dropTable(TABLE);
    await runner.createTable(
      new Table({
        name: TABLE,
        columns: [
          { name: 'seq', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
          { name: 'id', type: 'varchar', length: '36' },
          { name: 'version', type: 'integer' },
          { name: 'document', type: 'text' },
          { name: 'digest', type: 'varchar', length: '64' },
          { name: 'last_used_at', type: 'varchar', length: '24', isNullable: true },
        ],
        uniques: [{ name: 'api_tokens_id', columnNames: ['id'] }],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'api_token_relayers',
        columns: [
          { name: 'token_id', type: 'varchar', length: '36', isPrimary: true },
          { name: 'relayer_id', type: 'varchar', length: '36', isPrimary: true },
        ],
        foreignKeys: [
          {
            name: 'api_token_relayers_token',
            columnNames: ['token_id'],
            referencedTableName: TABLE,
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
          },
        ],
      }),
    );
    const now = new Date().toISOString();
    await insert(
      runner,
      TABLE,
      tokens.map(({ id, name, digest, permissions }) => ({
        id,
        version: 1,
        digest,
        document: JSON.stringify({
          id,
          name,
          permissions: permissions.split(' '),
          relayers: null,
          created_at: now,
          expires_at: null,
          last_used_at: null,
          revoked_at: null,
        }),
      })),
    );
    await count(runner);
  }

  /** What was restricted, revoked or had an end would be good for everything and for ever: it is left behind. */
  async down(runner: QueryRunner): Promise<void> {
    const tokens = (await runner.query(`SELECT id, digest, document FROM ${TABLE} ORDER BY seq`)) as Living[];
    await runner.dropTable('api_token_relayers');
    await runner.dropTable(TABLE);
    await runner.query(`DELETE FROM record_counts WHERE collection = '${COLLECTION}'`);
    await runner.createTable(
      new Table({
        name: TABLE,
        columns: [
          { name: 'id', type: 'varchar', length: '16', isPrimary: true },
          { name: 'name', type: 'varchar', length: '255' },
          { name: 'digest', type: 'varchar', length: '64' },
          { name: 'permissions', type: 'text' },
        ],
      }),
    );
    const plain = tokens.flatMap(({ id, digest, document }) => {
      const { name, permissions, relayers, expires_at, revoked_at } = JSON.parse(document) as Document;
      const isPlain = relayers === null && expires_at === null && revoked_at === null;
      return isPlain ? [{ id, name, digest, permissions: permissions.join(' ') }] : [];
    });
    await insert(runner, TABLE, plain);
  }
}

async function count(runner: QueryRunner): Promise<void> {
  const places = (await runner.query(`SELECT seq FROM ${TABLE}`)) as { readonly seq: number }[];
  for (const [level, width] of WIDTHS.entries()) {
    const buckets = new Map<number, number>();
    for (const { seq } of places) {
      const bucket = Math.floor(seq / width);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
    }
    const counts = [...buckets].map(([bucket, records]) => ({ collection: COLLECTION, level, bucket, records }));
    await insert(runner, 'record_counts', counts);
  }
}

async function insert(runner: QueryRunner, table: string, rows: readonly Record<string, string | number>[]) {
  for (const row of rows) {
    await runner.manager.createQueryBuilder().insert().into(table, Object.keys(row)).values(row).execute();
  }
}
