import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { type AddressRange, readAddressRange } from '../kernel/address-rules';
import { SecretValue } from '../kernel/secret';
import { hostOf } from '../kernel/url-rules';
import { readEncryptionKeys } from './encryption-key-list';
import { readPostgresUrl } from './postgres-url';
import {
  isReadable,
  listOf,
  oneOf,
  readBoolean,
  type Reader,
  readText,
  type TakeSetting,
  wholeNumber,
} from './readers';
import { type DatabaseSettings, type SettingFault, type Settings, SettingsError } from './settings';
import { readWebhooks } from './webhook-settings';

/** Where the records are when nobody says otherwise. */
const DEFAULT_DATABASE = 'sqlite:./data/relayer-management.db';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * The settings that the environment variables give; each `X` may be given as `X_FILE`, the path of a file that holds it.
 * @throws SettingsError with every wrong one.
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const faults: SettingFault[] = [];

  const take: TakeSetting = (name, read, fallback, expected, example) => {
    const given = valueOf(name, environment, faults);
    if (given === undefined) return fallback;
    const value = read(given);
    if (value === undefined) faults.push({ name, expected, example });
    return value ?? fallback;
  };

  const isFaulty = (wanted: string): boolean => faults.some(({ name }) => name.replace(/_FILE$/, '') === wanted);

  const listener = {
    host: take('HOST', readText, '127.0.0.1', 'an address or host name to listen on', '0.0.0.0'),
    port: take('PORT', wholeNumber(0, 65_535), 8080, 'a port number from 0 to 65535', '8080'),
    workers: take('WEB_CONCURRENCY', wholeNumber(1, 64), 1, 'a whole number of processes from 1 to 64', '2'),
  };
  const database = take(
    'DATABASE_URL',
    readDatabase,
    readDatabase(DEFAULT_DATABASE, true) as DatabaseSettings,
    'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE, with readable files for TLS if any',
    DEFAULT_DATABASE,
  );
  const schema = take(
    'DATABASE_SCHEMA',
    readSchema,
    undefined,
    'a name in small letters, digits and _, not starting with pg_',
    'relayers',
  );
  const poolSize = take(
    'DATABASE_POOL_SIZE',
    wholeNumber(1, 1000),
    10,
    'a whole number of connections from 1 to 1000',
    '10',
  );
  const replica = take(
    'DATABASE_REPLICA_URL',
    // What goes with a DATABASE_URL that is wrong itself is not known.
    (text) => (database.kind === 'postgres' || isFaulty('DATABASE_URL') ? readPostgresUrl(text) : undefined),
    undefined,
    'postgres://USER:PASSWORD@HOST:PORT/DATABASE beside a DATABASE_URL that is PostgreSQL, too',
    'postgres://relayers@replica.example.com/relayers',
  );

  const settings: Settings = {
    ...listener,
    database: database.kind === 'postgres' ? { ...database, schema, poolSize, replica } : database,
    apiKey: take(
      'API_KEY',
      readApiKey,
      undefined,
      'at least 32 visible characters without spaces',
      '$(openssl rand -hex 32)',
    ),
    rateLimit: {
      perSecond: take(
        'RATE_LIMIT_REQUESTS_PER_SECOND',
        wholeNumber(0, 1e6),
        100,
        'a whole number of requests, 0 for no limit',
        '100',
      ),
      burst: take('RATE_LIMIT_BURST_SIZE', wholeNumber(1, 1e6), 300, 'a whole number of requests from 1', '300'),
    },
    redis: {
      url: take(
        'REDIS_URL',
        readRedisUrl,
        undefined,
        'redis://USER:PASSWORD@HOST:PORT/DATABASE, or rediss:// for TLS',
        'redis://127.0.0.1:6379/0',
      ),
      keyPrefix: take(
        'REDIS_KEY_PREFIX',
        readText,
        'relayer-management',
        'a text without spaces',
        'relayer-management',
      ),
    },
    encryptionKeys: take(
      'STORAGE_ENCRYPTION_KEY',
      readEncryptionKeys,
      [],
      'one key of 32 bytes in base64, or id:key,id:key with distinct ids',
      '$(openssl rand -base64 32)',
    ),
    urls: {
      webhookAllowedRanges: take(
        'WEBHOOK_ALLOWED_RANGES',
        listOf<AddressRange>(readAddressRange),
        [],
        'ranges of addresses as CIDR writes them, with commas between them',
        '127.0.0.0/8,10.20.0.0/16,fd12::/16',
      ),
      rpcAllowedHosts: take(
        'RPC_ALLOWED_HOSTS',
        listOf(readHost),
        [],
        'host names or addresses without ports, with commas between them',
        'rpc.example.com,10.20.0.5',
      ),
      rpcBlockPrivateIps: take('RPC_BLOCK_PRIVATE_IPS', readBoolean, false, 'true or false', 'true'),
    },
    webhooks: readWebhooks(take),
    metrics: {
      isEnabled: take('METRICS_ENABLED', readBoolean, true, 'true or false', 'false'),
      isPublic: take('METRICS_PUBLIC', readBoolean, false, 'true or false', 'true'),
    },
    logLevel: take('LOG_LEVEL', oneOf(LOG_LEVELS), 'info', `one of ${LOG_LEVELS.join(', ')}`, 'info'),
  };
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

/** What a variable gives, or the file that the variable beside it names. */
export function valueOf(name: string, environment: NodeJS.ProcessEnv, faults: SettingFault[]): string | undefined {
  const direct = environment[name];
  const file = environment[`${name}_FILE`];
  if (direct !== undefined && direct !== '') return direct;
  if (file === undefined || file === '') return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    faults.push({
      name: `${name}_FILE`,
      expected: 'the path of a readable file',
      example: `/run/secrets/${name.toLowerCase()}`,
    });
    return undefined;
  }
}

/** A host in the notation in which hosts of URLs are compared; an IPv6 address may have its brackets or not. */
function readHost(text: string): string | undefined {
  if (isIPv6(text)) return hostOf(`http://[${text}]`);
  return /^(\[[^\]]+\]|[^\s:/?#@*\\[\]]+)$/.test(text) ? hostOf(`http://${text}`) : undefined;
}

const readApiKey: Reader<SecretValue> = (text) => (/^[\x21-\x7e]{32,}$/.test(text) ? new SecretValue(text) : undefined);

/** A server, its database by number, and who signs in; with any escape that is one. */
function readRedisUrl(text: string): SecretValue | undefined {
  if (!/^rediss?:\/\/[^/?#]+(\/\d{0,5})?$/.test(text) || !URL.canParse(text)) return undefined;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && [username, password].every(isReadable) ? new SecretValue(text) : undefined;
}

const readSchema: Reader<string> = (text) => (/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(text) ? text : undefined);

function readDatabase(text: string, isDefault = false): DatabaseSettings | undefined {
  const server = readPostgresUrl(text);
  if (server) return { kind: 'postgres', ...server };
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1];
  // In memory, each connection would have a database of its own.
  return path === undefined || path === ':memory:' ? undefined : { kind: 'sqlite', path, isDefault };
}
