import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { translateDriverError } from '../../src/persistence/driver-errors';
import { CallContext } from '../../src/kernel/call-context';
import { rows } from '../../src/tables';
import { openDatabase } from '../../src/persistence/open-database';
import { readSettings } from '../../src/settings/read-settings';
import { Certificates } from '../support/certificates';
import { asServer, type Cluster, newCluster, withServerPrograms } from '../support/postgres-cluster';

const PASSWORD = 'a-password-that-nobody-may-see';

/** Whether a connection under the settings is encrypted, or what is said where there is none. */
async function outcome(settings: Record<string, string>): Promise<string> {
  try {
    const database = await openDatabase(readSettings(settings).database, new CallContext(), rows);
    const [row] = await database.query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await database.close();
    return row?.ssl === true ? 'encrypted' : 'plain';
  } catch (error) {
    const { kind, cause } = translateDriverError(error) as { readonly kind?: string; readonly cause?: Error };
    return `${String(kind)}: ${String(cause?.message)}`;
  }
}

withServerPrograms('A PostgreSQL server that speaks TLS', () => {
  let cluster: Cluster;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tls-'));
    const certificates = new Certificates(folder);
    for (const name of ['authority', 'stranger']) certificates.authority(name);
    certificates.server('server', 'localhost', 'authority');
    cluster = await newCluster();
    const install = ['-m', '600', '-o', asServer('/usr/bin/id', '-u').trim()];
    for (const name of ['server.key', 'server.crt']) {
      execFileSync('install', [...install, certificates.path(name), join(cluster.data, name)]);
    }
    writeFileSync(join(cluster.data, 'postgresql.auto.conf'), 'ssl = on\n');
    cluster.start();
    const operator = new Client({ connectionString: `postgres://postgres@localhost:${String(cluster.port)}/postgres` });
    await operator.connect();
    await operator.query(`CREATE ROLE service LOGIN PASSWORD '${PASSWORD}'`);
    await operator.query('CREATE DATABASE records OWNER service');
    writeFileSync(join(cluster.data, 'pg_hba.conf'), 'hostssl records service all scram-sha-256\n');
    await operator.query('SELECT pg_reload_conf()');
    await operator.end();
  }, 60_000);

  afterAll(() => {
    cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const on = (host: string, parameters: string, password = PASSWORD): Promise<string> => {
    const server = `postgres://service:${password}@${host}:${String(cluster.port)}/records`;
    return outcome({ DATABASE_URL: `${server}?${parameters.replaceAll('=@', `=${folder}/`)}` });
  };

  it.each([
    ['localhost', 'sslmode=require'],
    ['127.0.0.1', 'sslmode=require'],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=@authority.crt'],
    ['localhost', 'sslmode=verify-full&sslrootcert=@authority.crt'],
    ['localhost', 'sslmode=verify-full&sslrootcert=@authority.crt&application_name=a'],
  ])('is used at %s with %s', async (host, parameters) => {
    expect(await on(host, parameters)).toBe('encrypted');
  });

  it.each([
    ['localhost', '', /no encryption/],
    ['localhost', 'sslmode=disable', /no encryption/],
    ['localhost', 'sslmode=verify-full', /certificate/],
    ['localhost', 'sslmode=require&sslrootcert=@stranger.crt', /certificate/],
    ['localhost', 'sslmode=verify-full&sslrootcert=@stranger.crt', /certificate/],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=@authority.crt', /does not match certificate/],
  ])('is not used at %s with %s', async (host, parameters, reason) => {
    const said = await on(host, parameters);
    expect(said).toMatch(/^unavailable: /);
    expect(said).toMatch(reason);
    expect(said).not.toContain(PASSWORD);
  });

  it('never hears a wrong password repeated', async () => {
    const wrong = 'wrong-password-that-nobody-may-see';
    const said = await on('localhost', 'sslmode=require', wrong);
    expect(said).toMatch(/^unavailable: password authentication failed/);
    expect(said).not.toContain(wrong);
  });
});

it.each(['sslmode=maybe', 'sslmode=verify-full&sslrootcert=/no/such/file', 'sslmode=require&sslkey=/no/such/file'])(
  '%s is a setting that cannot be used, named without the URL',
  async (parameters) => {
    const read = (): unknown =>
      readSettings({ DATABASE_URL: `postgres://u:${PASSWORD}@localhost/records?${parameters}` });
    expect(read).toThrow(/^DATABASE_URL: expected sqlite:PATH or postgres:/);
    expect(read).not.toThrow(PASSWORD);
    await Promise.resolve();
  },
);
