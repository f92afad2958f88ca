import type { ModuleMetadata } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../src/app';
import { HttpAdapter } from '../../src/http/server';
import { OpaqueTexts } from '../../src/kernel/opaque-texts';
import { SecretValue } from '../../src/kernel/secret';
import { logTo } from '../../src/logging/log';
import { readSettings } from '../../src/settings/read-settings';
import type { Settings } from '../../src/settings/settings';
import { databases, type TestDatabase } from './databases';

/** What the service answered. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as `JSON.parse` reads it. */
  readonly json: {
    readonly success: boolean;
    readonly data: never;
    readonly error?: string;
    readonly message?: string;
    readonly errors?: readonly { readonly path: string; readonly message: string }[];
    readonly pagination?: { readonly current_page: number; readonly per_page: number; readonly total_items: number };
  };
}

export interface OpenApp {
  readonly app: NestExpressApplication;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** What was logged, a line each. */
  readonly logged: readonly string[];
  /** Sends a request with a full-access token; a body that is not a text is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  close(): Promise<void>;
}

export const API_KEY = 'a-full-access-token-of-enough-characters';

/** The whole suite can be run with the prototypes that Express gives: `TEST_PROTOTYPES=given`. */
const isBornExpress = process.env.TEST_PROTOTYPES !== 'given';

/** What services of tests seal with, the same for all, so that a database can be opened again; its id is `test`. */
export const TEST_KEY = Buffer.alloc(32, 7);

const TEXTS = new OpaqueTexts([TEST_KEY]);

/** The ETag of a state, as every service of a test makes it. */
export const tagOf = (collection: string, position: number, version: number): string =>
  `"${TEXTS.tag(`/api/v1/${collection} ${String(position)}.${String(version)}`)}"`;

/** The cursor of a position in a list, as every service of a test makes it. */
export const cursorOf = (collection: string, position: number): string =>
  TEXTS.cursor(`/api/v1/${collection}`, position);

const DEFAULTS: Pick<Settings, keyof Settings> = readSettings({});

/** The settings of a test: defaults, a database of its own, a key of its own, no rate limit. */
export const testSettings = (database: TestDatabase, overrides: Partial<Settings> = {}): Settings => ({
  ...DEFAULTS,
  // Most tests are on networks of their own; those of the rule switch it on.
  checkNetworks: false,
  port: 0,
  database: database.settings,
  apiKey: new SecretValue(API_KEY),
  rateLimit: { perSecond: 0, burst: 1 },
  redis: { url: undefined, keyPrefix: 'test' },
  encryptionKeys: [{ id: 'test', key: TEST_KEY }],
  ...overrides,
});

/** The whole service on a free port, on a fresh SQLite file unless a database is given. */
export async function openApp(
  options: {
    readonly database?: TestDatabase;
    readonly settings?: Partial<Settings>;
    readonly extensions?: NonNullable<ModuleMetadata['imports']>;
  } = {},
): Promise<OpenApp> {
  const own = options.database ? undefined : await databases[0]?.create();
  const database = options.database ?? own;
  if (!database) throw new Error('There is no database to test with');
  const logged: string[] = [];
  const settings = testSettings(database, options.settings);
  const log = logTo({ write: (line: string) => logged.push(line) }, settings.logLevel);
  const app = await createApp(settings, log, options.extensions, new HttpAdapter(isBornExpress));
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    app,
    url,
    logged,
    call: (method, path, body, headers = {}) => call(url + path, method, body, headers),
    close: async () => {
      await app.close();
      await own?.drop();
    },
  };
}

/** Sends one request; see `OpenApp.call`. */
export async function call(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${API_KEY}`,
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  const isJson = text !== '' && (response.headers.get('content-type') ?? '').startsWith('application/json');
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}
