import { stringify } from 'lossless-json';
import type { TestDatabase } from './databases';
import { type OpenApp, openApp, type Reply } from './open-app';

/** A service that all tests of a describe block share, on a database of its own. */
export interface SharedApp {
  readonly app: OpenApp;
  readonly call: OpenApp['call'];
  /** Creates a record; a bigint in its body is sent as a bare integer. Fails the test unless the answer is a 201. */
  add(collection: string, body: unknown): Promise<Record<string, unknown>>;
  /** The `data` of a GET. Fails the test unless the answer is a 200. */
  read(path: string): Promise<Record<string, unknown>>;
}

/** Opens a service before the tests of a describe block, and closes it after them. */
export function sharedApp(
  create: () => Promise<TestDatabase>,
  options: Omit<NonNullable<Parameters<typeof openApp>[0]>, 'database'> = {},
): SharedApp {
  let database: TestDatabase;
  let app: OpenApp;

  beforeAll(async () => {
    database = await create();
    app = await openApp({ ...options, database });
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const call: OpenApp['call'] = (...request) => app.call(...request);
  return {
    get app() {
      return app;
    },
    call,
    add: async (collection, body) =>
      dataOf(await call('POST', `/api/v1/${collection}`, exactJson(body)), 201, `POST ${collection}`),
    read: async (path) => dataOf(await call('GET', path), 200, `GET ${path}`),
  };
}

/** A value as JSON; a bigint becomes a bare integer. */
export const exactJson = (value: unknown): string => stringify(value) ?? 'null';

function dataOf({ status, text, json }: Reply, expected: number, request: string): Record<string, unknown> {
  if (status !== expected) throw new Error(`${request} answered ${String(status)}: ${text}`);
  return json.data;
}
