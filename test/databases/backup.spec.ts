import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../src/persistence/sqlite-driver';
import { AuditService } from '../../src/audit/audit.service';
import { Database } from '../../src/persistence/database';
import { keyFileOf } from '../../src/encryption/encryption-keys';
import { aRelayer, relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onPostgres, type TestDatabase } from '../support/databases';
import { type OpenApp, openApp } from '../support/open-app';
import { serverPrograms, withServerPrograms } from '../support/postgres-cluster';
import { scratchFolder } from '../support/scratch';

const LISTS = ['relayers', 'signers', 'notifications', 'tokens', 'audit-events'].map((name) => `/api/v1/${name}`);
const URLS = [{ url: 'https://rpc.example.com/with-a-key', weight: 1 }];

const fill = async (app: OpenApp): Promise<void> => {
  await app.call('POST', '/api/v1/signers', aSigner());
  await app.call('POST', '/api/v1/relayers', aRelayer({ custom_rpc_urls: URLS }));
  await app.call('POST', '/api/v1/tokens', { name: 'a', permissions: ['relayers:read'] });
};
const seen = (app: OpenApp): Promise<string[]> =>
  Promise.all(LISTS.map(async (path) => (await app.call('GET', path)).text));

/** A restored service shows what was there, opens what was sealed, and goes on where the other one was. */
async function expectWhole(restored: OpenApp, before: readonly string[]): Promise<void> {
  expect(await seen(restored)).toEqual(before);
  const { json } = await restored.call('GET', '/api/v1/relayers/relayer-1');
  expect(json.data).toMatchObject({ custom_rpc_urls: URLS });
  expect((await restored.call('POST', '/api/v1/relayers', relayerNumber(2))).status).toBe(201);
  const places = await restored.app.get(Database).query('SELECT seq FROM relayers ORDER BY seq');
  expect(places).toEqual([{ seq: 1 }, { seq: 2 }]);
  expect(await restored.app.get(AuditService).verify()).not.toHaveProperty('broken');
}

describe('A backup of a SQLite file that is in use', () => {
  const folder = scratchFolder();

  it('is whole together with the key file', async () => {
    const at = (name: string): TestDatabase => {
      mkdirSync(join(folder(), name), { recursive: true });
      const path = join(folder(), name, 'records.db');
      return { settings: { kind: 'sqlite', path, isDefault: false }, drop: () => Promise.resolve() };
    };
    const [origin, target] = [join(folder(), 'origin/records.db'), join(folder(), 'target/records.db')];
    const app = await openApp({ database: at('origin'), settings: { encryptionKeys: [] } });
    await fill(app);
    const restored = at('target');
    const reader = openSqlite(origin, { readonly: true });
    reader.prepare('VACUUM INTO ?').run(target);
    reader.close();
    copyFileSync(keyFileOf(origin), keyFileOf(target));
    const before = await seen(app);
    await app.call('POST', '/api/v1/relayers', relayerNumber(9));
    await app.close();

    const again = await openApp({ database: restored, settings: { encryptionKeys: [] } });
    await expectWhole(again, before);
    await again.close();
  });
});

const program = (name: string, ...parameters: readonly string[]): void => {
  execFileSync(join(serverPrograms ?? '', name), parameters, { stdio: 'pipe' });
};
const urlOf = ({ settings }: TestDatabase): string => (settings.kind === 'postgres' ? settings.url.reveal() : '');

withServerPrograms('The programs of a server', () =>
  onPostgres('A backup of PostgreSQL by pg_dump', (create) => {
    const folder = scratchFolder();

    it('is whole', async () => {
      const [origin, target] = [await create('none'), await create('none')];
      const app = await openApp({ database: origin });
      await fill(app);
      const before = await seen(app);
      const dump = join(folder(), 'records.dump');
      program('pg_dump', '--format=custom', `--file=${dump}`, `--dbname=${urlOf(origin)}`);
      await app.close();
      program('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${urlOf(target)}`, dump);

      const again = await openApp({ database: target });
      await expectWhole(again, before);
      await again.close();
      for (const database of [origin, target]) await database.drop();
    });
  }),
);
