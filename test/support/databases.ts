import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { SecretValue } from '../../src/kernel/secret';
import type { DatabaseSettings } from '../../src/settings/settings';
import { describeWhere } from './describe-where';

/** A database that nobody else uses, and that is gone after `drop`. */
export interface TestDatabase {
  readonly settings: DatabaseSettings;
  drop(): Promise<void>;
}

export const postgresUrl = process.env.TEST_DATABASE_URL;

async function createSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'relayers-'));
  return {
    settings: { kind: 'sqlite', path: join(folder, 'records.db'), isDefault: false },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function createPostgres(server: string): Promise<TestDatabase> {
  const name = `relayers_${randomBytes(8).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    settings: { kind: 'postgres', url: new SecretValue(url.toString()) },
    drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The databases of this run: SQLite always, PostgreSQL where `TEST_DATABASE_URL` names a server. */
export const databases: readonly { readonly name: string; readonly create: () => Promise<TestDatabase> }[] = [
  { name: 'SQLite', create: createSqlite },
  ...(postgresUrl === undefined ? [] : [{ name: 'PostgreSQL', create: () => createPostgres(postgresUrl) }]),
];

/** Describes what PostgreSQL alone does. */
export function onPostgres(subject: string, describeOn: (create: () => Promise<TestDatabase>) => void): void {
  const create = databases.find(({ name }) => name === 'PostgreSQL')?.create;
  const refuse = (): Promise<never> => Promise.reject(new Error('There is no PostgreSQL'));
  describeWhere(create !== undefined, subject, 'TEST_DATABASE_URL is not set', () => describeOn(create ?? refuse));
}

/** Describes the same behaviour on every database of this run, and says loudly which one is missing. */
export function onEachDatabase(subject: string, describeOn: (create: () => Promise<TestDatabase>) => void): void {
  if (postgresUrl === undefined) {
    process.stderr.write(`NOT TESTED on PostgreSQL: ${subject} (TEST_DATABASE_URL is not set)\n`);
  }
  for (const { name, create } of databases) {
    describe(`${subject} on ${name}`, () => {
      describeOn(create);
    });
  }
}
