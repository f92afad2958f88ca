import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { builtEntryPoint, endAll, freePort, runBuilt, startBuiltService } from '../support/built-service';
import { postgresUrl } from '../support/databases';
import { scratchFolder } from '../support/scratch';

const EX_UNAVAILABLE = 69;
const EX_OSERR = 71;
const EX_CONFIG = 78;

const PASSWORD = 'a-password-that-nobody-may-see';
const KEY = Buffer.alloc(32, 1).toString('base64');

const folder = scratchFolder();

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(60_000);

/** How a command ends, and the lines that it prints besides its log. */
async function fail(settings: Record<string, string>, ...parameters: readonly string[]) {
  const command = runBuilt(folder(), settings, parameters);
  const code = await command.ended;
  const lines = command.printed().trim().split('\n');
  return { code, lines: lines.filter((line) => !line.startsWith('{"level"')) };
}

describe('wrong settings', () => {
  it('are all named at once, with what is expected, and never their values', async () => {
    const { code, lines } = await fail({
      HOST: 'a host',
      PORT: '65536',
      DATABASE_URL: `mysql://user:${PASSWORD}@localhost/db`,
      API_KEY: PASSWORD.slice(0, 20),
      STORAGE_ENCRYPTION_KEY: PASSWORD,
      RATE_LIMIT_REQUESTS_PER_SECOND: '-1',
      RATE_LIMIT_BURST_SIZE: '0',
      LOG_LEVEL: 'loud',
    });
    expect(code).toBe(EX_CONFIG);
    const [title, ...faults] = lines;
    expect(title).toBe('The settings cannot be used:');
    expect(faults.map((line) => /^ {2}(\w+): expected .+, e\.g\. .+$/.exec(line)?.[1])).toEqual([
      'HOST',
      'PORT',
      'DATABASE_URL',
      'API_KEY',
      'RATE_LIMIT_REQUESTS_PER_SECOND',
      'RATE_LIMIT_BURST_SIZE',
      'STORAGE_ENCRYPTION_KEY',
      'LOG_LEVEL',
    ]);
    expect(lines.join()).not.toContain(PASSWORD.slice(0, 20));
    expect(existsSync(join(folder(), 'data'))).toBe(false);
  });

  it.each(['serve', 'migrate'])('end %s', async (command) => {
    const { code, lines } = await fail({ DATABASE_URL_FILE: 'missing' }, command);
    expect(code).toBe(EX_CONFIG);
    expect(lines[1]).toMatch(/^ {2}DATABASE_URL_FILE: expected the path of a readable file/);
  });

  it('include a key file without a key', async () => {
    mkdirSync(join(folder(), 'data'));
    writeFileSync(join(folder(), 'data/relayer-management.db.key'), '', { mode: 0o600 });
    const { code, lines } = await fail({});
    expect(code).toBe(EX_CONFIG);
    expect(lines[1]).toMatch(
      /^ {2}STORAGE_ENCRYPTION_KEY: .* in the file \.\/data\/relayer-management\.db\.key, or here/,
    );
  });
});

describe('a key file that was lost', () => {
  it('ends every command with one line that names it, and none makes another', async () => {
    const DATABASE_URL = 'sqlite:records.db';
    const service = await startBuiltService(folder(), { DATABASE_URL });
    await service.stop();
    rmSync(join(folder(), 'records.db.key'));
    for (const command of [['serve'], ['token', 'list'], ['keys', 'rotate']]) {
      const { code, lines } = await fail({ DATABASE_URL, PORT: String(await freePort()) }, ...command);
      expect({ command, code }).toEqual({ command, code: EX_CONFIG });
      expect(lines[1]).toMatch(/^ {2}STORAGE_ENCRYPTION_KEY: .*whose file records\.db\.key is missing: restore it/);
    }
    expect(existsSync(join(folder(), 'records.db.key'))).toBe(false);
  });
});

describe('a database that cannot be reached', () => {
  const UNREACHABLE = { STORAGE_ENCRYPTION_KEY: KEY, DATABASE_URL: `postgres://user:${PASSWORD}@127.0.0.1:9/records` };

  it.each(['serve', 'migrate'])('ends %s with one line, without its password', async (command) => {
    const { code, lines } = await fail(UNREACHABLE, command);
    expect(code).toBe(EX_UNAVAILABLE);
    expect(lines).toEqual(['The database cannot be reached: connect ECONNREFUSED 127.0.0.1:9']);
  });

  it('is one that nobody can find as well', async () => {
    const { code, lines } = await fail({
      ...UNREACHABLE,
      DATABASE_URL: `postgres://u:${PASSWORD}@host.invalid/records`,
    });
    expect(code).toBe(EX_UNAVAILABLE);
    expect(lines).toEqual([expect.stringMatching(/^The database cannot be reached: .*host\.invalid$/)]);
  });

  it('is a server without that database as well', async () => {
    if (postgresUrl === undefined) {
      process.stderr.write('NOT TESTED on PostgreSQL: a start without a database (TEST_DATABASE_URL is not set)\n');
    }
    const url = new URL(postgresUrl ?? UNREACHABLE.DATABASE_URL);
    url.pathname = '/no_such_database';
    const { code, lines } = await fail({ ...UNREACHABLE, DATABASE_URL: url.toString() });
    expect(code).toBe(EX_UNAVAILABLE);
    expect(lines).toEqual([expect.stringMatching(/^The database cannot be reached: /)]);
  });

  it('is a file that is none as well', async () => {
    writeFileSync(
      join(folder(), 'text.db'),
      'A text that is long enough to be looked at as the header of a database.'.repeat(20),
    );
    mkdirSync(join(folder(), 'folder.db'));
    for (const name of ['text.db', 'folder.db', 'text.db/below.db', '/proc/nowhere/below.db']) {
      const { code, lines } = await fail({ DATABASE_URL: `sqlite:${name}`, STORAGE_ENCRYPTION_KEY: KEY });
      expect({ name, code }).toEqual({ name, code: EX_UNAVAILABLE });
      expect(lines).toEqual([expect.stringMatching(new RegExp(`^The database cannot be reached: ${name}: .`))]);
      expect((await fail({ DATABASE_URL: `sqlite:${name}` })).code).toBe(EX_UNAVAILABLE);
    }
    expect(readdirSync(folder()).filter((name) => name.endsWith('.key'))).toEqual([]);
  });
});

describe('several processes', () => {
  it('end as the first one does that cannot start, which says it once', async () => {
    const database = await fail({
      STORAGE_ENCRYPTION_KEY: KEY,
      DATABASE_URL: 'postgres://user@127.0.0.1:9/records',
      WEB_CONCURRENCY: '3',
    });
    expect(database).toEqual({
      code: EX_UNAVAILABLE,
      lines: ['The database cannot be reached: connect ECONNREFUSED 127.0.0.1:9'],
    });
    mkdirSync(join(folder(), 'data'));
    writeFileSync(join(folder(), 'data/relayer-management.db.key'), '', { mode: 0o600 });
    const { code, lines } = await fail({ WEB_CONCURRENCY: '3' });
    expect({ code, lines: lines.length }).toEqual({ code: EX_CONFIG, lines: 2 });
    expect((await fail({ WEB_CONCURRENCY: '0' })).lines[1]).toMatch(/^ {2}WEB_CONCURRENCY: expected a whole number/);
  });
});

describe('a place to listen that is not free', () => {
  it('ends the start with one line, and leaves nothing behind, no key either', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, lines } = await fail({ PORT: String(port) });
    expect(code).toBe(EX_OSERR);
    expect(readdirSync(folder())).toEqual([]);
    expect(lines).toEqual([
      `Cannot listen on 127.0.0.1:${String(port)} (listen EADDRINUSE: address already in use 127.0.0.1:${String(port)}). Choose another HOST or PORT.`,
    ]);
    taken.close();
  });

  it('is the one of the metrics as well', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const METRICS_PORT = String((taken.address() as AddressInfo).port);
    const PORT = String(await freePort());
    for (const WEB_CONCURRENCY of ['1', '2']) {
      const { code, lines } = await fail({ PORT, METRICS_PORT, WEB_CONCURRENCY });
      expect([code, lines]).toEqual([
        EX_OSERR,
        [expect.stringMatching(/EADDRINUSE.*Choose another HOST or METRICS_PORT\.$/)],
      ]);
      const same = await fail({ PORT, METRICS_PORT: PORT, WEB_CONCURRENCY });
      const fault = '  METRICS_PORT: expected another port than PORT, e.g. 8081';
      expect(same).toEqual({ code: EX_CONFIG, lines: ['The settings cannot be used:', fault] });
    }
    expect(readdirSync(folder())).toEqual([]);
    taken.close();
  });

  it('is a host that is not this machine as well', async () => {
    const { code, lines } = await fail({ HOST: 'host.invalid', PORT: String(await freePort()) });
    expect(code).toBe(EX_OSERR);
    expect(lines).toEqual([
      expect.stringMatching(/^Cannot listen on host\.invalid:\d+ .*Choose another HOST or PORT\.$/),
    ]);
  });
});
