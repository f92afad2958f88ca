import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './service';

const INSTALLED = '/usr/lib/postgresql';

/** A PostgreSQL server of its own in a temporary folder, which can be frozen and stopped without harm to others. */
export class PostgresServer {
  private constructor(
    readonly url: string,
    private readonly port: number,
    private readonly folder: string,
    private readonly options: readonly string[],
  ) {}

  /**
   * @param options more of the server, each as `-c name=value`
   * @throws Error where PostgreSQL is not installed
   */
  static async make(options: readonly string[] = []): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    // Its programs refuse to run as root.
    if (isRoot()) chownSync(folder, idOf('-u'), idOf('-g'));
    const port = await freePort();
    run('initdb', ['-D', join(folder, 'data'), '-A', 'trust', '-U', 'postgres']);
    const server = new PostgresServer(`postgres://postgres@127.0.0.1:${String(port)}/postgres`, port, folder, options);
    server.start();
    return server;
  }

  /** Returns when it accepts connections. */
  start(): void {
    const options = `-p ${String(this.port)} -k ${this.folder} -c listen_addresses=127.0.0.1 -c max_connections=100`;
    this.control('start', '-w', '-l', join(this.folder, 'log'), '-o', [options, ...this.options].join(' '));
  }

  stop(mode: 'fast' | 'immediate'): void {
    this.control('stop', '-w', '-m', mode);
  }

  /** No process of the server does anything until `thaw`; the system goes on accepting connections for it. */
  freeze(): void {
    this.signal('SIGSTOP');
  }

  thaw(): void {
    this.signal('SIGCONT');
  }

  /** A database with nothing in it. */
  emptied(): string {
    const statements = [
      'SET client_min_messages = warning',
      'DROP SCHEMA public CASCADE',
      'CREATE SCHEMA public',
    ].flatMap((text) => ['-c', text]);
    run('psql', ['-q', '-d', this.url, ...statements]);
    return this.url;
  }

  /** Another database. */
  database(name: string): string {
    run('psql', ['-q', '-d', this.url, '-c', `CREATE DATABASE ${name}`]);
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.toString();
  }

  end(): void {
    this.thaw();
    this.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private control(...parameters: readonly string[]): void {
    run('pg_ctl', ['-D', join(this.folder, 'data'), ...parameters]);
  }

  private signal(name: NodeJS.Signals): void {
    for (const pid of this.processes()) {
      try {
        process.kill(pid, name);
      } catch (error) {
        // Some end by themselves meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  /** The first one and its children, as Linux tells. */
  private processes(): readonly number[] {
    const file = join(this.folder, 'data/postmaster.pid');
    if (!existsSync(file)) return [];
    const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === first);
    return [first, ...children.map(Number)];
  }
}

function parentOf(pid: string): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

const isRoot = (): boolean => process.getuid?.() === 0;

const idOf = (kind: '-u' | '-g'): number => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));

function run(program: string, parameters: readonly string[]): void {
  const path = pathOf(program);
  const command = isRoot() ? ['runuser', '-u', 'postgres', '--', path] : [path];
  execFileSync('env', [...command, ...parameters], { stdio: ['ignore', 'ignore', 'inherit'], cwd: tmpdir() });
}

function pathOf(program: string): string {
  const folders = (process.env.PATH ?? '').split(':');
  const versions = existsSync(INSTALLED)
    ? readdirSync(INSTALLED).sort((one, other) => Number(other) - Number(one))
    : [];
  folders.push(...versions.map((version) => join(INSTALLED, version, 'bin')));
  const folder = folders.find((one) => existsSync(join(one, program)) && existsSync(join(one, 'initdb')));
  if (folder === undefined) throw new Error(`PostgreSQL is not installed: there is no ${program}`);
  return join(folder, program);
}
