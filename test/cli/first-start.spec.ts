import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE } from '../../src/networks/domain/catalogue';
import {
  builtEntryPoint,
  endAll,
  freePort,
  runBuilt,
  runOnTerminal,
  startBuiltService,
} from '../support/built-service';
import { printedInTime } from '../support/printed-in-time';
import { scratchFolder } from '../support/scratch';

const API_KEY = 'a-full-access-token-of-enough-characters';
const TOKEN = /rms_[A-Za-z0-9]{16}_[A-Za-z0-9_-]{43}_[0-9a-f]{8}/g;

const folder = scratchFolder();

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(60_000);

/** The file that a start names as that of its token. */
const fileOf = (printed: string): string => /"tokenFile":"([^"]+)"/.exec(printed)?.[1] ?? '';

/** The token of a first start, from the file that it names. */
const tokenOf = async ({ printed }: { readonly printed: () => string }): Promise<string> =>
  readFileSync(fileOf(await printedInTime(printed, /listening/)), 'utf8').trim();

/** What is listed under a collection, as ids. */
async function idsOf(baseUrl: string, collection: string, token = API_KEY): Promise<string[]> {
  const response = await fetch(`${baseUrl}/api/v1/${collection}`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
  return data.map(({ id }) => id);
}

describe('the first start', () => {
  it('writes a token for everything into a file beside the database, and names it once', async () => {
    const first = await startBuiltService(folder(), {});
    const token = await tokenOf(first);
    expect(await idsOf(first.baseUrl, 'signers', token)).not.toEqual([]);
    expect(await first.stop()).toBe(0);
    const second = await startBuiltService(folder(), {});
    expect(await idsOf(second.baseUrl, 'signers', token)).not.toEqual([]);
    expect(await second.stop()).toBe(0);
    expect(second.printed()).not.toContain('tokenFile');
    expect(first.printed() + second.printed()).not.toMatch(TOKEN);
    expect(fileOf(first.printed())).toBe(join(folder(), 'data/relayer-management.db.token'));
  });

  it.each(['error', 'silent'])('names the file also where the log level is %s', async (LOG_LEVEL) => {
    const service = await startBuiltService(folder(), { LOG_LEVEL });
    await service.stop();
    expect(await tokenOf(service)).toMatch(TOKEN);
  });

  it('writes the token where FIRST_TOKEN_FILE says, in place of what is there', async () => {
    const elsewhere = join(folder(), 'elsewhere');
    writeFileSync(elsewhere, 'readable by all', { mode: 0o644 });
    symlinkSync(elsewhere, join(folder(), 'link'));
    const service = await startBuiltService(folder(), { FIRST_TOKEN_FILE: 'link' });
    expect(await idsOf(service.baseUrl, 'signers', await tokenOf(service))).not.toEqual([]);
    await service.stop();
    expect(readFileSync(elsewhere, 'utf8')).toBe('readable by all');
    expect(lstatSync(join(folder(), 'link')).mode & 0o777).toBe(0o600);
  });

  it('makes no token where it cannot be written, and says so; the next start makes one', async () => {
    const failed = runBuilt(folder(), { PORT: String(await freePort()), FIRST_TOKEN_FILE: 'nowhere/token' });
    expect(await failed.ended).toBe(78);
    expect(failed.printed()).toContain('FIRST_TOKEN_FILE: expected a path where the token of this first start');
    expect(readdirSync(folder())).toEqual([]);
    const next = await startBuiltService(folder(), {});
    expect(await idsOf(next.baseUrl, 'signers', await tokenOf(next))).not.toEqual([]);
    await next.stop();
  });

  it('makes no token where there is an API_KEY', async () => {
    const service = await startBuiltService(folder(), { API_KEY });
    await service.stop();
    expect(service.printed()).not.toContain('tokenFile');
    expect(service.printed()).not.toContain(API_KEY);
    expect(existsSync(join(folder(), 'data/relayer-management.db.token'))).toBe(false);
  });

  it('makes its folder and its files for their owner alone', async () => {
    const service = await startBuiltService(folder(), {});
    const data = join(folder(), 'data');
    const modes = Object.fromEntries(readdirSync(data).map((name) => [name, statSync(join(data, name)).mode & 0o777]));
    await service.stop();
    expect(statSync(data).mode & 0o777).toBe(0o700);
    const names = ['', '-shm', '-wal', '.key', '.token'].map((end) => `relayer-management.db${end}`);
    expect(modes).toEqual(Object.fromEntries(names.map((name) => [name, 0o600])));
  });

  it('takes a database that is there from everybody but its owner', async () => {
    const file = join(folder(), 'data/relayer-management.db');
    await (await startBuiltService(folder(), {})).stop();
    chmodSync(file, 0o644);
    const service = await startBuiltService(folder(), {});
    const modes = ['', '-wal'].map((end) => statSync(file + end).mode & 0o777);
    await service.stop();
    expect(modes).toEqual([0o600, 0o600]);
  });

  it('refuses a key of its own that others can read, and warns only of a file that was mounted', async () => {
    const service = await startBuiltService(folder(), { API_KEY });
    await service.stop();
    const key = join(folder(), 'data/relayer-management.db.key');
    for (const mode of [0o604, 0o640, 0o644]) {
      chmodSync(key, mode);
      const refused = runBuilt(folder(), { API_KEY, PORT: String(await freePort()) });
      expect(await refused.ended).toBe(78);
      expect(refused.printed()).toContain('a key file for its owner alone');
      expect(refused.printed()).toContain('chmod 600 ./data/relayer-management.db.key');
    }
    const mounted = { STORAGE_ENCRYPTION_KEY_FILE: key, API_KEY };
    const warned = await startBuiltService(folder(), mounted);
    await warned.stop();
    expect(warned.printed()).toContain('"setting":"STORAGE_ENCRYPTION_KEY_FILE"');
    chmodSync(key, 0o640);
    const quiet = await startBuiltService(folder(), mounted);
    await quiet.stop();
    expect(quiet.printed()).not.toContain('everybody on this machine');
  });

  it('fills the default database with samples of every network type, on the first start only', async () => {
    const first = await startBuiltService(folder(), { API_KEY });
    const headers = { authorization: `Bearer ${API_KEY}` };
    const relayers = await idsOf(first.baseUrl, 'relayers');
    expect(relayers).toHaveLength(10);
    expect(await idsOf(first.baseUrl, 'notifications')).toHaveLength(3);
    for (const type of ['evm', 'solana', 'stellar']) {
      expect(await idsOf(first.baseUrl, `relayers?network_type=${type}`)).not.toEqual([]);
    }
    for (const id of relayers) await fetch(`${first.baseUrl}/api/v1/relayers/${id}`, { method: 'DELETE', headers });
    await first.stop();
    const second = await startBuiltService(folder(), { API_KEY });
    expect(await idsOf(second.baseUrl, 'relayers')).toEqual([]);
    await second.stop();
  });

  it('leaves the networks of the catalogue as they are shipped', async () => {
    const service = await startBuiltService(folder(), { API_KEY });
    const headers = { authorization: `Bearer ${API_KEY}` };
    const listed = await fetch(`${service.baseUrl}/api/v1/networks?per_page=1000`, { headers });
    const { data } = (await listed.json()) as { readonly data: readonly object[] };
    expect(data).toMatchObject(CATALOGUE.map(({ id, endpoints }) => ({ id, rpc_urls: endpoints })));
    await service.stop();
  });

  it.each(['sqlite:./named.db', 'sqlite:./data/relayer-management.db'])(
    'puts no samples into a database that was named: %s',
    async (DATABASE_URL) => {
      const service = await startBuiltService(folder(), { API_KEY, DATABASE_URL });
      for (const collection of ['relayers', 'notifications', 'signers']) {
        expect(await idsOf(service.baseUrl, collection)).toEqual([]);
      }
      await service.stop();
      expect(existsSync(join(folder(), DATABASE_URL.replace('sqlite:', '')))).toBe(true);
    },
  );

  it('writes below the folder of its data only', async () => {
    const service = await startBuiltService(folder(), { API_KEY });
    await service.stop();
    expect(readdirSync(folder())).toEqual(['data']);
  });

  it('prints JSON lines where nobody looks', async () => {
    const service = await startBuiltService(folder(), {});
    await idsOf(service.baseUrl, 'relayers', await tokenOf(service));
    await service.stop();
    const lines = service.printed().trim().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
    expect(messages.slice(0, 2)).toEqual(['starting', 'listening']);
    expect(messages).toEqual(expect.arrayContaining(['request', 'the head of the audit log', 'stopping', 'stopped']));
    expect(JSON.parse(lines[1]!)).toMatchObject({ url: service.baseUrl, docs: `${service.baseUrl}/docs` });
  });

  it('prints at most ten lines on a terminal: where it is, the database, the token, and a command to paste', async () => {
    const port = String(await freePort());
    const service = runOnTerminal(folder(), { PORT: port });
    const printed = await printedInTime(service.printed, /curl .*relayers/);
    const lines = printed.trim().split(/\r?\n/);
    expect(lines.length).toBeLessThanOrEqual(10);
    for (const part of [`http://127.0.0.1:${port}`, '/docs', 'relayer-management.db', 'Token']) {
      expect(printed).toContain(part);
    }
    expect(new Set(printed.match(TOKEN)).size).toBe(1);
    const [token] = printed.match(TOKEN)!;
    expect(await idsOf(`http://127.0.0.1:${port}`, 'relayers', token)).toHaveLength(10);
    service.kill('SIGTERM');
    await service.ended;
  });
});

describe('settings from files', () => {
  it('work as those of the environment do', async () => {
    writeFileSync(join(folder(), 'key'), `${API_KEY}\n`);
    writeFileSync(join(folder(), 'url'), 'sqlite:from-file.db');
    const service = await startBuiltService(folder(), { API_KEY_FILE: 'key', DATABASE_URL_FILE: './url' });
    expect(await idsOf(service.baseUrl, 'relayers')).toEqual([]);
    await service.stop();
    expect(existsSync(join(folder(), 'from-file.db'))).toBe(true);
    expect(service.printed()).not.toContain(API_KEY);
  });
});

describe('relayctl', () => {
  it('migrates a database, as often as one likes', async () => {
    const settings = { DATABASE_URL: 'sqlite:migrated.db' };
    for (let round = 0; round < 2; round++) {
      const command = runBuilt(folder(), settings, ['migrate']);
      expect(await command.ended).toBe(0);
      expect(command.printed()).toBe('SQLite migrated.db: the schema is up to date\n');
    }
    const service = await startBuiltService(folder(), { ...settings, API_KEY });
    expect(await idsOf(service.baseUrl, 'relayers')).toEqual([]);
    await service.stop();
  });

  it('names its commands', async () => {
    const command = runBuilt(folder(), {}, ['--help']);
    expect(await command.ended).toBe(0);
    expect(command.printed()).toMatch(/Usage: relayctl/);
    for (const name of ['serve', 'migrate']) expect(command.printed()).toMatch(new RegExp(`^ +${name}\\b`, 'm'));
    expect(readdirSync(folder())).toEqual([]);
  });
});
