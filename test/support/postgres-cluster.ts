import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './built-service';
import { describeWhere } from './describe-where';

const VERSIONS = '/usr/lib/postgresql';

/** Where the programs of a PostgreSQL server are; undefined on machines that have none. */
export const serverPrograms = ((): string | undefined => {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one)) : [];
  return versions.map((version) => join(VERSIONS, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
})();

/** A PostgreSQL server of a test's own, which may be stopped, frozen and set up in whatever way. */
export interface Cluster {
  /** Belongs to the account that runs the server. */
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  start(): void;
  stop(): void;
  /** Ends the server and removes all of it. */
  remove(): void;
}

/** The server refuses to run as root. */
const isRoot = process.getuid?.() === 0;

/** Runs a program as the account of the server. */
export function asServer(program: string, ...parameters: readonly string[]): string {
  const command = [program.includes('/') ? program : join(serverPrograms ?? '', program), ...parameters];
  const [first = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  return execFileSync(first, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: tmpdir() });
}

/**
 * A cluster that is not running yet, for which trusted connections of `postgres` come from this machine only.
 * @param fill makes the data folder; by default an empty cluster
 */
export async function newCluster(
  fill = (data: string) => asServer('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'),
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  fill(data);
  const port = await freePort();
  const options = `-p ${String(port)} -c listen_addresses=localhost -c unix_socket_directories=${folder} -c fsync=off`;
  const stop = (): void => {
    asServer('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
  };
  return {
    folder,
    data,
    port,
    start: () => {
      asServer('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-o', options, '-w', 'start');
    },
    stop,
    remove: () => {
      if (existsSync(join(data, 'postmaster.pid'))) stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Describes what starts a server of its own. */
export const withServerPrograms = (subject: string, describeIt: () => void): void =>
  describeWhere(serverPrograms !== undefined, subject, 'there are no programs of a PostgreSQL server', describeIt);
