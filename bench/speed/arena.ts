import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { databases, type TestDatabase } from '../../test/support/databases';
import { freePort, TOKEN } from '../support/service';
import { ask } from './ask';
import { compileBaselines } from './compile';
import { Generator } from './generator';
import { Program } from './program';
import { relayerId } from './records';
import { ENCRYPTION_KEY, seedPostgres, seedSqlite } from './seeding';
import type { SideName } from './targets';

const ENTRY_POINT = resolve(__dirname, '../../dist/src/main.js');
/** As in the image. */
const NODE_OPTIONS = ['--enable-source-maps', '--min-semi-space-size=16'];
const NEST = join('nest', 'main.js');
/** Requests a second: the greatest that can be set, and never reached. */
const LIMIT = '1000000';
/** As many as an answer of the service has at most: the baselines get the records from one. */
const MAX_RECORDS = 1_000;

export interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly program: Program;
  readonly generator: Generator;
}

/** The processes and files of one section, all of which are gone when it is closed. */
export class Arena {
  private readonly directory = mkdtempSync(join(tmpdir(), 'bench-'));
  private readonly baselines = compileBaselines();
  private readonly contenders: Contender[] = [];
  private readonly kept: TestDatabase[] = [];
  private files = 0;

  /** An empty database on the server that `TEST_DATABASE_URL` names; undefined where it names none. */
  async postgres(): Promise<string | undefined> {
    const database = await databases.find(({ name }) => name === 'PostgreSQL')?.create('none');
    if (!database) return undefined;
    this.kept.push(database);
    return database.settings.kind === 'postgres' ? database.settings.url.reveal() : undefined;
  }

  /** The service with that many relayers, as it is run in production. */
  async service(relayers: number, name = 'service', postgresUrl?: string): Promise<Contender> {
    const path = this.file('db');
    const environment = settings(postgresUrl ?? `sqlite:${path}`);
    execFileSync(process.execPath, [ENTRY_POINT, 'migrate'], { env: environment, stdio: 'pipe' });
    if (postgresUrl === undefined) seedSqlite(path, relayers);
    else await seedPostgres(postgresUrl, relayers);
    const contender = await this.join(name, [...NODE_OPTIONS, ENTRY_POINT], environment);
    await checkSeeds(contender.program.url, relayers);
    return contender;
  }

  /** Stops a side, and starts it again. */
  async again(contender: Contender): Promise<Contender> {
    await leave(contender);
    return this.join(contender.name, contender.command, contender.environment);
  }

  /** One more instance of a side, on the same database. */
  another({ name, command, environment }: Contender): Promise<Contender> {
    return this.join(name, command, environment);
  }

  /** A baseline with the records that the service has. */
  async baseline(name: Exclude<SideName, 'service'>, service: Contender, database?: string): Promise<Contender> {
    const records = this.file('json');
    const [relayers, notifications] = await Promise.all(
      ['relayers', 'notifications'].map((collection) => listOf(service.program.url, collection)),
    );
    writeFileSync(records, JSON.stringify({ relayers, notifications }));
    const program = join(this.baselines, name === 'nest' ? NEST : `${name}.js`);
    return this.join(name, [program], { TOKEN, RECORDS: records, DATABASE: database ?? this.file('db') });
  }

  async close(): Promise<void> {
    for (const contender of this.contenders) await leave(contender);
    for (const database of this.kept) await database.drop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async join(
    name: string,
    command: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): Promise<Contender> {
    const port = await freePort();
    const output = this.file('log');
    const { directory } = this;
    const program = await Program.start({ command, directory, environment, port, token: TOKEN, output });
    const contender = { name, command, environment, program, generator: new Generator() };
    this.contenders.push(contender);
    return contender;
  }

  private file(extension: string): string {
    return join(this.directory, `${String(++this.files)}.${extension}`);
  }
}

async function leave({ program, generator }: Contender): Promise<void> {
  generator.stop();
  await program.stop();
}

/** As in production, with limits that nobody reaches. */
const settings = (databaseUrl: string): Record<string, string> => ({
  API_KEY: TOKEN,
  DATABASE_URL: databaseUrl,
  LOG_LEVEL: 'info',
  RATE_LIMIT_BURST_SIZE: LIMIT,
  RATE_LIMIT_REQUESTS_PER_SECOND: LIMIT,
  CHECK_NETWORKS: 'false',
  STORAGE_ENCRYPTION_KEY: ENCRYPTION_KEY,
  // Where a receiver of webhooks is measured with it.
  WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
});

async function listOf(url: string, collection: string): Promise<unknown> {
  const text = await ask(url, TOKEN, { path: `/api/v1/${collection}?per_page=${String(MAX_RECORDS)}` });
  return (JSON.parse(text) as { readonly data: unknown }).data;
}

/** The service itself has to find what was put into its database past it. */
async function checkSeeds(url: string, relayers: number): Promise<void> {
  for (const index of [0, Math.floor(relayers / 2), relayers - 1]) {
    const text = await ask(url, TOKEN, { path: `/api/v1/relayers?per_page=1&page=${String(index + 1)}` });
    const { data, pagination } = JSON.parse(text) as {
      readonly data: readonly { readonly id: string }[];
      readonly pagination: { readonly total_items: number };
    };
    if (pagination.total_items !== relayers || data[0]?.id !== relayerId(index)) {
      throw new Error(`The service does not find relayer ${relayerId(index)} of ${String(relayers)} in its place`);
    }
  }
}
