import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallContext } from '../../src/kernel/call-context';
import { SecretValue } from '../../src/kernel/secret';
import { openDatabase } from '../../src/persistence/open-database';
import type { DatabaseSettings } from '../../src/settings/settings';
import { rows } from '../../src/tables';
import { databaseOn, onServer } from './postgres-server';

const FOLDER = 'TEST_TEMPLATES';
const POSTGRES = 'TEST_DATABASE_TEMPLATE';

/** Where the suites of this run find the databases that they copy: bringing the schema up to date takes longest. */
export const templates = (): { readonly sqlite: string; readonly postgres: string } => ({
  sqlite: join(process.env[FOLDER] ?? '', 'records.db'),
  postgres: process.env[POSTGRES] ?? '',
});

/** Makes the databases once, before the first suite. */
export async function makeTemplates(): Promise<void> {
  process.env[FOLDER] = await mkdtemp(join(tmpdir(), 'relayers-'));
  await migrate({ kind: 'sqlite', path: templates().sqlite, isDefault: false });
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) return;
  process.env[POSTGRES] = `relayers_${randomBytes(8).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${templates().postgres}`);
  await migrate({ kind: 'postgres', url: new SecretValue(databaseOn(server, templates().postgres)) });
}

export async function removeTemplates(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (server !== undefined) await onServer(server, `DROP DATABASE ${templates().postgres} WITH (FORCE)`);
  await rm(process.env[FOLDER] ?? '', { recursive: true });
}

async function migrate(settings: DatabaseSettings): Promise<void> {
  const database = await openDatabase(settings, new CallContext(), rows);
  await database.close();
}
