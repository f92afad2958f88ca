import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Database } from '../../src/persistence/database';
import { secretPaths } from '../../src/signers/domain/concealment';
import { SignerKinds } from '../../src/signers/domain/kinds';
import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { type OpenApp, openApp } from '../support/open-app';

const STATE = '/api/v1/relayers/relayer-1/system-state';

type Plain = Record<string, unknown>;

/** What no one may find anywhere; a part of each secret that is planted. */
const MARK = '5ec4e7a5ec4e7a5ec4e7a';
const KEY = MARK.padEnd(64, '7');
/** Base64 as well as plain text. */
const PLANTED = `${MARK}PLANTED`.padEnd(40, 'A');

/** A configuration with something at every secret path that can be recognised. */
function planted(config: unknown, secrets: readonly string[], at = ''): unknown {
  if (typeof config !== 'object' || config === null) return config;
  return Object.fromEntries(
    Object.entries(config as Plain).map(([name, value]) => {
      const path = at === '' ? name : `${at}.${name}`;
      const secret = path === 'key' ? KEY : PLANTED;
      return [name, secrets.includes(path) ? secret : planted(value, secrets, path)];
    }),
  );
}

/** Everything that a database keeps: the bytes of its files on SQLite, all rows on PostgreSQL. */
async function everythingIn({ settings }: TestDatabase, app: OpenApp): Promise<string> {
  if (settings.kind === 'sqlite') {
    const folder = dirname(settings.path);
    const files = (await readdir(folder)).filter((file) => file.startsWith(basename(settings.path)));
    expect(files).toContain(`${basename(settings.path)}-wal`);
    return (await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')))).join('\n');
  }
  const database = app.app.get(Database);
  const tables = await database.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const rows = await Promise.all(tables.map(({ name }) => database.query(`SELECT * FROM "${name}"`)));
  return JSON.stringify(rows);
}

onEachDatabase('Secrets', (create) => {
  let database: TestDatabase;
  let service: OpenApp;
  const answers: string[] = [];

  const call: OpenApp['call'] = async (method, path, body, headers) => {
    const reply = await service.call(method, path, body, headers);
    answers.push(reply.text, JSON.stringify([...reply.headers]));
    return reply;
  };

  beforeAll(async () => {
    database = await create();
    service = await openApp({ database, settings: { logLevel: 'trace' } });
    for (const { type, config, examples } of new SignerKinds().all()) {
      const body = { type, config: planted(examples.good[0], secretPaths(config)) };
      expect((await call('POST', '/api/v1/signers', { id: type, ...body })).status).toBe(201);
      // Refused, once for another field and once for the field itself.
      await call('POST', '/api/v1/signers', { id: type, ...body, wings: PLANTED });
      await call('POST', '/api/v1/signers', { type, config: { key: `${KEY}0`, api_key_secret: `${PLANTED}!` } });
      await call('POST', '/api/v1/signers', JSON.stringify({ id: type, ...body }).slice(0, -1));
    }
    await call('POST', '/api/v1/notifications', aNotification({ signing_key: PLANTED }));
    await call('PATCH', '/api/v1/notifications/notification-1', { signing_key: `${PLANTED}2` });
    await call('PATCH', '/api/v1/notifications/notification-1', { signing_key: PLANTED.repeat(5_000) });
    await call('POST', '/api/v1/relayers', aRelayer({ signer_id: 'local' }));
    await call('POST', '/api/v1/relayers', aRelayer({ signer_id: 'aws_kms', address: PLANTED }));
    await call('POST', STATE, { disabled: true, reason: { type: PLANTED, details: [PLANTED] }, retry_count: PLANTED });
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  it('are kept, so that they can be used', async () => {
    const { json } = await call('GET', '/api/v1/relayers');

    expect(json.data).toEqual([expect.objectContaining({ address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) })]);
  });

  it('are in no answer', async () => {
    for (const path of ['signers', 'notifications', 'relayers']) {
      await call('GET', `/api/v1/${path}?per_page=1000`);
    }
    for (const { type } of new SignerKinds().all()) await call('GET', `/api/v1/signers/${type}`);
    await call('GET', '/api/v1/notifications/notification-1');

    expect(answers.length).toBeGreaterThan(50);
    // Field names and ids that a caller sends in the wrong place are the caller's own words; values are not repeated.
    expect(answers.filter((answer) => answer.includes(MARK))).toEqual([]);
  });

  it('are in no line of the log, whatever its level', () => {
    expect(service.logged.length).toBeGreaterThan(20);
    expect(service.logged.filter((line) => line.includes(MARK))).toEqual([]);
  });

  it('are nowhere in what the database keeps', async () => {
    const reason = { type: 'RpcValidationFailed', details: `https://${PLANTED}@rpc.example.com/${PLANTED} failed` };
    expect((await service.call('POST', STATE, { disabled: true, reason })).status).toBe(200);
    const url = `https://${PLANTED}@hooks.example.com/${PLANTED}?token=${PLANTED}`;
    expect((await service.call('PATCH', '/api/v1/notifications/notification-1', { url })).status).toBe(200);
    const kept = await everythingIn(database, service);

    expect(kept).toContain('notification-1');
    expect(kept).not.toContain(MARK);
    expect(kept).not.toContain(Buffer.from(MARK).toString('base64').slice(0, 20));
    expect(kept).not.toContain(Buffer.from(KEY, 'hex').toString('latin1'));
  });

  it('are gone with their record', async () => {
    const records = async (): Promise<number[]> => {
      const counts = ['notifications', 'retired_signing_keys'].map((table) =>
        service.app
          .get(Database)
          .query<{ records: number }>(`SELECT CAST(COUNT(*) AS integer) AS records FROM ${table}`),
      );
      return (await Promise.all(counts)).map(([row]) => row!.records);
    };

    expect(await records()).toEqual([1, 1]);
    await call('DELETE', '/api/v1/notifications/notification-1');
    expect(await records()).toEqual([0, 0]);
  });
});
