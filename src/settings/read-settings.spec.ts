import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from './read-settings';
import { SettingsError } from './settings-error';

const SECRET = 'a-secret-value-that-no-message-may-repeat';
const KEY = Buffer.alloc(32, 1).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 2).toString('base64');

/** What is said of settings that cannot be used. */
function refusal(environment: NodeJS.ProcessEnv): SettingsError {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  throw new Error('These settings can be used');
}

const refused = (environment: NodeJS.ProcessEnv): string[] => refusal(environment).faults.map(({ name }) => name);

it('needs none', () => {
  expect(readSettings({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    workers: 1,
    database: { kind: 'sqlite', path: './data/relayer-management.db', isDefault: true },
    apiKey: undefined,
    rateLimit: { perSecond: 100, burst: 300 },
    redis: { url: undefined, keyPrefix: 'relayer-management' },
    encryptionKeys: [],
    metrics: { isEnabled: true, isPublic: false, port: undefined },
    logLevel: 'info',
  });
});

it('takes what is empty as not given', () => {
  const names = ['HOST', 'PORT', 'DATABASE_URL', 'API_KEY', 'LOG_LEVEL', 'API_KEY_FILE'];
  expect(readSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readSettings({}));
});

it('reads all of them', () => {
  const settings = readSettings({
    HOST: '0.0.0.0',
    PORT: '0',
    WEB_CONCURRENCY: '4',
    DATABASE_URL: 'sqlite:/srv/records.db',
    API_KEY: SECRET,
    RATE_LIMIT_REQUESTS_PER_SECOND: '0',
    RATE_LIMIT_BURST_SIZE: '1',
    STORAGE_ENCRYPTION_KEY: KEY,
    METRICS_ENABLED: 'false',
    METRICS_PUBLIC: 'true',
    METRICS_PORT: '8081',
    LOG_LEVEL: 'DEBUG',
  });
  expect(settings).toMatchObject({
    host: '0.0.0.0',
    port: 0,
    workers: 4,
    database: { kind: 'sqlite', path: '/srv/records.db', isDefault: false },
    rateLimit: { perSecond: 0, burst: 1 },
    encryptionKeys: [{ key: Buffer.alloc(32, 1) }],
    metrics: { isEnabled: false, isPublic: true, port: 8081 },
    logLevel: 'debug',
  });
  expect(settings.apiKey?.reveal()).toBe(SECRET);
  expect(JSON.stringify(settings)).not.toContain(SECRET);
});

it.each([
  ['HOST', ['a host', '\t']],
  ['PORT', ['-1', '65536', '80.5', 'http', '0x50', '1e3', ' 80']],
  ['DATABASE_URL', ['mysql://localhost/db', 'records.db', 'sqlite:', 'sqlite::memory:', 'postgres://[']],
  ['API_KEY', ['x'.repeat(40), `${'x'.repeat(30)}y`, `${'x'.repeat(32)} `, 'ü'.repeat(40)]],
  ['RATE_LIMIT_REQUESTS_PER_SECOND', ['-1', '1.5', '1000001', 'many']],
  ['RATE_LIMIT_BURST_SIZE', ['0', '-1', '']],
  [
    'REDIS_URL',
    ['127.0.0.1:6379', 'http://redis', 'redis://', 'redis://host/records', 'redis://:%@host', 'redis://a b'],
  ],
  ['REDIS_KEY_PREFIX', ['a b']],
  [
    'STORAGE_ENCRYPTION_KEY',
    [
      'short',
      Buffer.alloc(32).toString('base64'),
      `a:${KEY},a:${OTHER_KEY}`,
      `a:${KEY},`,
      `a b:${KEY}`,
      `x${KEY}`,
      `${KEY}x`,
      `a:\n${KEY}`,
    ],
  ],
  ['METRICS_ENABLED', ['yes']],
  ['METRICS_PUBLIC', ['1']],
  ['METRICS_PORT', ['0', '65536', 'a', '1.5']],
  ['LOG_LEVEL', ['loud']],
])('refuses a wrong %s', (name, values) => {
  for (const value of values.filter((given) => given !== '')) {
    expect({ value, refused: refused({ [name]: value }) }).toEqual({ value, refused: [name] });
  }
});

it.each([
  ['sqlite:records.db', 'records.db'],
  ['sqlite:///srv/records.db', '/srv/records.db'],
  ['sqlite:/srv/records.db', '/srv/records.db'],
])('reads %s as the file %s', (DATABASE_URL, path) => {
  expect(readSettings({ DATABASE_URL }).database).toEqual({ kind: 'sqlite', path, isDefault: false });
});

it.each(['postgres://user:pass@host:5432/db', 'postgresql://host/db?application_name=a'])('keeps %s secret', (url) => {
  const { database } = readSettings({ DATABASE_URL: url });
  expect(database.kind === 'postgres' && database.url.reveal()).toBe(url);
  expect(JSON.stringify(database)).not.toContain('host');
});

it('reads keys with their names, the sealing one first, and names a bare one after itself', () => {
  const named = readSettings({ STORAGE_ENCRYPTION_KEY: `new:${KEY}, old-1:${OTHER_KEY}` }).encryptionKeys;
  expect(named.map(({ id }) => id)).toEqual(['new', 'old-1']);
  const [bare] = readSettings({ STORAGE_ENCRYPTION_KEY: KEY }).encryptionKeys;
  const [again] = readSettings({ STORAGE_ENCRYPTION_KEY: KEY.replace('=', '') }).encryptionKeys;
  const [other] = readSettings({ STORAGE_ENCRYPTION_KEY: OTHER_KEY }).encryptionKeys;
  expect(bare!.id).toMatch(/^[0-9a-f]{8}$/);
  expect(again!.id).toBe(bare!.id);
  expect(other!.id).not.toBe(bare!.id);
});

it('names every wrong one at once, with what is expected and an example, and none of their values', () => {
  const error = refusal({
    PORT: SECRET,
    API_KEY: 'only-a-short-one',
    DATABASE_URL: `mysql://${SECRET}@host/db`,
    STORAGE_ENCRYPTION_KEY: SECRET,
    LOG_LEVEL: SECRET,
  });
  expect(error.faults.map(({ name }) => name).sort()).toEqual([
    'API_KEY',
    'DATABASE_URL',
    'LOG_LEVEL',
    'PORT',
    'STORAGE_ENCRYPTION_KEY',
  ]);
  for (const { expected, example } of error.faults) expect(expected.length * example.length).toBeGreaterThan(0);
  expect(error.message + JSON.stringify(error.faults)).not.toMatch(/a-secret-value|only-a-short-one/);
});

const REDIS_URL = 'redis://user:a%20password@redis.internal:6380/2';

it('reads where Redis is, and keeps that secret', () => {
  const { redis } = readSettings({ REDIS_URL, REDIS_KEY_PREFIX: 'staging' });
  expect(redis.url?.reveal()).toBe(REDIS_URL);
  expect(JSON.stringify(redis)).toBe('{"url":"[redacted]","keyPrefix":"staging"}');
  expect(readSettings({ REDIS_URL: 'rediss://redis.internal' }).redis.url?.reveal()).toBe('rediss://redis.internal');
});

describe('a setting from a file', () => {
  let folder: string;
  const file = (content: string): string => {
    const path = join(folder, 'setting');
    writeFileSync(path, content);
    return path;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is read without the white space around it', () => {
    expect(readSettings({ API_KEY_FILE: file(`${SECRET}\n`) }).apiKey?.reveal()).toBe(SECRET);
    expect(readSettings({ PORT_FILE: file('9090\n') }).port).toBe(9090);
    expect(readSettings({ REDIS_URL_FILE: file(`${REDIS_URL}\n`) }).redis.url?.reveal()).toBe(REDIS_URL);
  });

  it('gives way to one that is given as it is', () => {
    expect(readSettings({ PORT: '1', PORT_FILE: file('2') }).port).toBe(1);
  });

  it('is held to the same rules, and never repeated', () => {
    const error = refusal({ STORAGE_ENCRYPTION_KEY_FILE: file(SECRET) });
    expect(error.faults.map(({ name }) => name)).toEqual(['STORAGE_ENCRYPTION_KEY']);
    expect(error.message).not.toContain(SECRET);
  });

  it('has to be there', () => {
    expect(refused({ API_KEY_FILE: join(folder, 'missing'), PORT: 'x' })).toEqual(['PORT', 'API_KEY_FILE']);
    expect(refused({ API_KEY_FILE: folder })).toEqual(['API_KEY_FILE']);
  });

  it('may be long, and is not read without an end', () => {
    const most = `${'k'.repeat(64 * 1024 - 1)}e`;
    expect(readSettings({ API_KEY_FILE: file(most) }).apiKey?.reveal()).toBe(most);
    expect(refused({ API_KEY_FILE: file(`${most}d`) })).toEqual(['API_KEY_FILE']);
    expect(refused({ API_KEY_FILE: '/dev/zero' })).toEqual(['API_KEY_FILE']);
  });

  it('may be a pipe', () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    spawn('sh', ['-c', `printf ${SECRET} > ${path}`]);
    expect(readSettings({ API_KEY_FILE: path }).apiKey?.reveal()).toBe(SECRET);
  });
});

it('reads how PostgreSQL is used', () => {
  const DATABASE_URL = 'postgres://host/db?sslmode=require';
  const read = (settings: NodeJS.ProcessEnv = {}) => readSettings({ DATABASE_URL, ...settings }).database;
  expect(read()).toMatchObject({ tls: { verifies: 'nothing' }, schema: undefined, poolSize: 10 });
  expect(read({ DATABASE_SCHEMA: 'relayers', DATABASE_POOL_SIZE: '3' })).toMatchObject({
    schema: 'relayers',
    poolSize: 3,
  });
  expect(refused({ DATABASE_URL, DATABASE_SCHEMA: 'a"; DROP', DATABASE_POOL_SIZE: '0' })).toEqual([
    'DATABASE_SCHEMA',
    'DATABASE_POOL_SIZE',
  ]);
});
