import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecretValue } from '../../src/kernel/secret';
import type { DatabaseSettings } from '../../src/settings/settings';
import { templates } from './database-templates';
import { describeWhere } from './describe-where';
import { databaseOn, onServer } from './postgres-server';

/** A database that nobody else uses, and that is gone after `drop`. */
export interface TestDatabase {
  readonly settings: DatabaseSettings;
  drop(): Promise<void>;
}

export const postgresUrl = process.env.TEST_DATABASE_URL;

/** Makes a database, whose schema is up to date unless it is to be empty, as one is at the first start of a service. */
export type CreateDatabase = (schema?: Schema) => Promise<TestDatabase>;

type Schema = 'up to date' | 'none';

async function createSqlite(schema: Schema = 'up to date'): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'relayers-'));
  const path = join(folder, 'records.db');
  if (schema === 'up to date') await copyFile(templates().sqlite, path);
  return {
    settings: { kind: 'sqlite', path, isDefault: false },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function createPostgres(server: string, schema: Schema = 'up to date'): Promise<TestDatabase> {
  const name = `relayers_${randomBytes(8).toString('hex')}`;
  const template = schema === 'none' ? 'template1' : templates().postgres;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    settings: { kind: 'postgres', url: new SecretValue(databaseOn(server, name)) },
    drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** The databases of this run: SQLite always, PostgreSQL where `TEST_DATABASE_URL` names a server. */
export const databases: readonly { readonly name: string; readonly create: CreateDatabase }[] = [
  { name: 'SQLite', create: createSqlite },
  ...(postgresUrl === undefined
    ? []
    : [{ name: 'PostgreSQL', create: (schema?: Schema) => createPostgres(postgresUrl, schema) }]),
];

/** Describes what PostgreSQL alone does. */
export function onPostgres(subject: string, describeOn: (create: CreateDatabase) => void): void {
  const create = databases.find(({ name }) => name === 'PostgreSQL')?.create;
  const refuse = (): Promise<never> => Promise.reject(new Error('There is no PostgreSQL'));
  describeWhere(create !== undefined, subject, 'TEST_DATABASE_URL is not set', () => describeOn(create ?? refuse));
}

/** Describes the same behaviour on every database of this run, and says loudly which one is missing. */
export function onEachDatabase(subject: string, describeOn: (create: CreateDatabase) => void): void {
  if (postgresUrl === undefined) {
    process.stderr.write(`NOT TESTED on PostgreSQL: ${subject} (TEST_DATABASE_URL is not set)\n`);
  }
  for (const { name, create } of databases) {
    describe(`${subject} on ${name}`, () => {
      describeOn(create);
    });
  }
}
