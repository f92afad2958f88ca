import { Logger } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { migrations } from '../../migrations';
import type { Entities } from './entities';
import { CONNECT_TIMEOUT_MS, type PostgresOptions } from './postgres-options';

interface Tried {
  readonly taken: boolean;
}

/** Held while one instance migrates, so that the others wait; any constant that no one else uses. */
const MIGRATION_LOCK = 7_239_041;

/** On a connection without the limits of time that requests have. */
export async function migratePostgres(
  server: PostgresOptions,
  schema: string | undefined,
  entities: Entities,
): Promise<void> {
  const dataSource = new DataSource({
    type: 'postgres',
    ...server,
    entities,
    migrations,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await takeLock(lock);
    await makeSchema(lock, schema);
    await dataSource.runMigrations({ transaction: 'all' });
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

/** Says so where it has to wait: a migration of another instance may take long. */
async function takeLock(runner: QueryRunner): Promise<void> {
  const [tried] = (await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK])) as Tried[];
  if (tried?.taken) return;
  new Logger('persistence').warn('Waiting for another instance that migrates the database');
  await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

/** Who may not make schemas can still use one that somebody else made. */
async function makeSchema(runner: QueryRunner, schema: string | undefined): Promise<void> {
  if (schema === undefined) return;
  const found = (await runner.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])) as unknown[];
  if (found.length === 0) await runner.query(`CREATE SCHEMA "${schema}"`);
}
