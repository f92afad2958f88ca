import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { SecretValue } from '../../src/kernel/secret';
import type { PostgresServer } from '../../src/settings/settings';
import { eventually } from './eventually';
import { asServer, type Cluster, newCluster } from './postgres-cluster';

/** A PostgreSQL server and one that follows it, both a test's own. */
export interface Replicated {
  readonly primary: Cluster;
  readonly replica: Cluster;
  /** Makes a database that nobody else uses, and names it on both. */
  makeDatabase(): Promise<PostgresServer & { readonly replica: PostgresServer }>;
  /** Gives an operator's statement to one of them; resolves with the number of rows. */
  ask(server: Cluster, statement: string): Promise<number>;
  remove(): void;
}

/** Starts both. */
export async function replicated(): Promise<Replicated> {
  const primary = await newCluster();
  primary.start();
  const replica = await follower(primary);
  const ask = async ({ port }: Cluster, statement: string): Promise<number> => {
    const client = new Client({ connectionString: serverOn(port, 'postgres').url.reveal() });
    await client.connect();
    const { rowCount } = await client.query(statement);
    await client.end();
    return rowCount ?? 0;
  };
  return {
    primary,
    replica,
    ask,
    makeDatabase: async () => {
      const name = `relayers_${randomBytes(8).toString('hex')}`;
      await ask(primary, `CREATE DATABASE ${name}`);
      const found = `SELECT 1 FROM pg_database WHERE datname = '${name}'`;
      await eventually(async () => expect(await ask(replica, found)).toBe(1));
      return { ...serverOn(primary.port, name), replica: serverOn(replica.port, name) };
    },
    remove: () => {
      replica.remove();
      primary.remove();
    },
  };
}

export const serverOn = (port: number, database: string): PostgresServer => ({
  url: new SecretValue(`postgres://postgres@localhost:${String(port)}/${database}`),
});

/** A copy of a running server that takes in all that changes there. */
async function follower({ port }: Cluster): Promise<Cluster> {
  const from = ['-h', 'localhost', '-p', String(port), '-U', 'postgres'];
  const cluster = await newCluster((data) =>
    asServer('pg_basebackup', ...from, '-D', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'),
  );
  cluster.start();
  return cluster;
}
