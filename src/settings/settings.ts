import { IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, Matches, Max } from 'class-validator';
import type { SecretValue } from '../kernel/secret';
import { AuditSettings } from './audit-settings';
import { ConfigurationSettings } from './configuration-settings';
import { isServerUrl, SECOND, secondsToMs, toFlag, toLowerCase, toSwitch } from './conversions';
import { type DatabaseServer, readDatabaseUrl, type SqliteFile } from './database-url';
import { type EncryptionKey, readEncryptionKeys } from './encryption-key-list';
import type { PostgresServer } from './postgres-url';
import { Setting, SettingGroup } from './setting.decorator';
import { SecretSetting, WholeNumberSetting } from './typed-setting.decorator';
import { UrlSettings } from './url-settings';
import { WebhookSettings } from './webhook-settings';

export type DatabaseSettings =
  | SqliteFile
  | (PostgresServer & {
      readonly kind: 'postgres';
      /** The schema that has the tables; the first of the server's search path where none is named. */
      readonly schema?: string | undefined;
      /** How many connections a process opens at most to a server; 10 where nothing is said. */
      readonly poolSize?: number | undefined;
    });

const NO_SPACE = /^\S+$/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

class RateLimitSettings {
  /** Requests a second and token that are served for ever; 0 switches limiting off. */
  @WholeNumberSetting('RATE_LIMIT_REQUESTS_PER_SECOND', 'a whole number of requests, 0 for no limit', '100', 0, 1e6)
  readonly perSecond: number = 100;

  /** Requests that may come at once. */
  @WholeNumberSetting('RATE_LIMIT_BURST_SIZE', 'a whole number of requests from 1', '300', 1, 1e6)
  readonly burst: number = 300;
}

/** Where several instances count their rate limits together. */
class RedisSettings {
  @SecretSetting(
    'REDIS_URL',
    'redis://USER:PASSWORD@HOST:PORT/DATABASE, or rediss:// for TLS',
    'redis://127.0.0.1:6379/0',
    (text) => isServerUrl(text, /^rediss?:\/\/[^/?#]+(\/\d{0,5})?$/),
  )
  readonly url: SecretValue | undefined = undefined;

  /** What the names of all keys begin with, so that several deployments can share a server. */
  @Setting('REDIS_KEY_PREFIX', 'a text without spaces', 'relayer-management')
  @Matches(NO_SPACE)
  readonly keyPrefix: string = 'relayer-management';
}

class AnswerCacheSettings {
  /** Whether answers that are still current are given again without asking the application. */
  @Setting('ANSWER_CACHE', 'on or off', 'off', toSwitch)
  @IsBoolean()
  readonly isOn: boolean = true;

  /** How much memory they may take, keys and headers included. */
  @WholeNumberSetting('ANSWER_CACHE_BYTES', 'a whole number of bytes up to 999999999', '33554432', 0, 999_999_999)
  readonly bytes: number = 32 * 1024 * 1024;
}

class MetricsSettings {
  /** Whether metrics are collected, and served at `/metrics`. */
  @Setting('METRICS_ENABLED', 'true or false', 'false', toFlag)
  @IsBoolean()
  readonly isEnabled: boolean = true;

  /** Whether they need no token. */
  @Setting('METRICS_PUBLIC', 'true or false', 'true', toFlag)
  @IsBoolean()
  readonly isPublic: boolean = false;

  /** Where they are listed without a token, on a port of their own; nowhere where nothing is said. */
  @WholeNumberSetting('METRICS_PORT', 'a port number from 1 to 65535', '8081', 1, 65_535)
  @IsOptional()
  readonly port: number | undefined = undefined;
}

/**
 * Everything that the environment decides; inject it by this class. A setting is declared here or in one of its groups,
 * and described in `.env.example` and in the README.
 */
export class Settings {
  @Setting('HOST', 'an address or host name to listen on', '0.0.0.0')
  @Matches(NO_SPACE)
  readonly host: string = '127.0.0.1';

  @WholeNumberSetting('PORT', 'a port number from 0 to 65535', '8080', 0, 65_535)
  readonly port: number = 8080;

  /** How many processes serve; they share the port. */
  @WholeNumberSetting('WEB_CONCURRENCY', 'a whole number of processes from 1 to 64', '2', 1, 64)
  readonly workers: number = 1;

  /** How long a service that is told to stop goes on serving, not ready any more, before it refuses connections. */
  @Setting('SHUTDOWN_DELAY_SECONDS', 'a whole number of seconds from 0 to 600', '5', secondsToMs)
  @IsInt()
  @Max(600 * SECOND)
  readonly shutdownDelayMs: number = 0;

  @Setting(
    'DATABASE_URL',
    'sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE, with readable files for TLS if any',
    'sqlite:./data/relayer-management.db',
    readDatabaseUrl,
  )
  @IsObject()
  readonly databaseServer: DatabaseServer = {
    kind: 'sqlite',
    path: './data/relayer-management.db',
    isDefault: true,
  };

  @Setting('DATABASE_SCHEMA', 'a name in small letters, digits and _, not starting with pg_', 'relayers')
  @IsOptional()
  @Matches(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/)
  readonly databaseSchema: string | undefined = undefined;

  @WholeNumberSetting('DATABASE_POOL_SIZE', 'a whole number of connections from 1 to 1000', '10', 1, 1000)
  readonly databasePoolSize: number = 10;

  /** A full-access token that the operator chose. */
  @SecretSetting(
    'API_KEY',
    'at least 32 visible characters without spaces, not all the same',
    '$(openssl rand -hex 32)',
    (text) => /^(?!(.)\1*$)[\x21-\x7e]{32,}$/.test(text),
  )
  readonly apiKey: SecretValue | undefined = undefined;

  /** Where the token of the first start is written where there is no terminal. */
  @Setting('FIRST_TOKEN_FILE', 'the path of a file', './data/first-token')
  @IsOptional()
  @Matches(/^[^\0]+$/)
  readonly firstTokenFile: string | undefined = undefined;

  @SettingGroup(() => ConfigurationSettings)
  readonly configuration: ConfigurationSettings = new ConfigurationSettings();

  @SettingGroup(() => RateLimitSettings)
  readonly rateLimit: RateLimitSettings = new RateLimitSettings();

  @SettingGroup(() => RedisSettings)
  readonly redis: RedisSettings = new RedisSettings();

  /** The first seals, all open; none where the embedded default makes its own. */
  @Setting(
    'STORAGE_ENCRYPTION_KEY',
    'one key of 32 bytes in base64, or id:key,id:key with distinct ids',
    '$(openssl rand -base64 32)',
    readEncryptionKeys,
  )
  @IsArray()
  readonly encryptionKeys: readonly EncryptionKey[] = [];

  /** Whether the network of a relayer has to be there. */
  @Setting('CHECK_NETWORKS', 'true or false', 'false', toFlag)
  @IsBoolean()
  readonly checkNetworks: boolean = true;

  @SettingGroup(() => UrlSettings)
  readonly urls: UrlSettings = new UrlSettings();

  @SettingGroup(() => WebhookSettings)
  readonly webhooks: WebhookSettings = new WebhookSettings();

  @SettingGroup(() => AuditSettings)
  readonly audit: AuditSettings = new AuditSettings();

  @SettingGroup(() => AnswerCacheSettings)
  readonly answerCache: AnswerCacheSettings = new AnswerCacheSettings();

  @SettingGroup(() => MetricsSettings)
  readonly metrics: MetricsSettings = new MetricsSettings();

  @Setting('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, 'info', toLowerCase)
  @IsIn(LOG_LEVELS)
  readonly logLevel: string = 'info';

  get database(): DatabaseSettings {
    const { databaseServer: server, databaseSchema: schema, databasePoolSize: poolSize } = this;
    return server.kind === 'sqlite' ? server : { ...server, schema, poolSize };
  }
}
