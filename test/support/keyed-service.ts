import { Database } from '../../src/persistence/database';
import type { EncryptionKey } from '../../src/settings/encryption-key-list';
import type { TestDatabase } from './databases';
import { openApp, type OpenApp, type Reply } from './open-app';
import { createRelayer } from './samples';

export const [A, B] = [1, 2].map((byte) => ({ id: `key-${String(byte)}`, key: Buffer.alloc(32, byte) })) as [
  EncryptionKey,
  EncryptionKey,
];
export const URLS = [{ url: 'https://user:planted@rpc.example.com/planted', weight: 100 }];

/** A service with a relayer, whose keys are exchanged. */
export interface KeyedService {
  readonly service: OpenApp;
  readonly open: (keys: readonly EncryptionKey[]) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly reopen: (...keys: readonly EncryptionKey[]) => Promise<void>;
  readonly get: (path: string) => Promise<Reply>;
  /** Runs a statement beside the service. */
  readonly query: <Row>(sql: string) => Promise<Row[]>;
}

/** Gives each test of a describe block a service of its own, under the key {@link A}. */
export function keyedService(create: () => Promise<TestDatabase>): KeyedService {
  let database: TestDatabase;
  let service: OpenApp;
  const open = async (encryptionKeys: readonly EncryptionKey[]): Promise<void> => {
    service = await openApp({ database, settings: { encryptionKeys } });
  };
  const close = () => service.close();

  beforeEach(async () => {
    database = await create();
    await open([A]);
    await createRelayer(service, { custom_rpc_urls: URLS });
  });
  afterEach(async () => {
    await close();
    await database.drop();
  });

  return {
    get service() {
      return service;
    },
    open,
    close,
    reopen: async (...keys) => {
      await close();
      await open(keys);
    },
    get: (path) => service.call('GET', `/api/v1/${path}`),
    query: (sql) => service.app.get(Database).run(() => service.app.get(Database).query(sql)),
  };
}
