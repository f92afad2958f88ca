import { request } from 'node:http';
import { Client } from 'pg';
import { Database } from '../../src/persistence/database';
import { openSqlite } from '../../src/persistence/sqlite-driver';
import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { asToken, type TokenCaller } from '../support/as-token';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { type SharedApp, sharedApp } from '../support/shared-app';

const LATE = aNotification({ id: 'late' });

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a caller sends whose token ends before its body is there. */
const bodies: readonly Sent[] = [
  { method: 'POST', path: '/tokens', body: { name: 'late', permissions: ['*'] } },
  { method: 'POST', path: '/notifications', body: LATE },
  { method: 'POST', path: '/notifications', body: LATE, headers: { 'idempotency-key': 'late' } },
  { method: 'PATCH', path: '/notifications/notification-1', body: { url: 'https://late.example.com' } },
  { method: 'POST', path: '/signers', body: { id: 'late', type: 'local', config: { key: `${'0'.repeat(63)}2` } } },
  { method: 'POST', path: '/relayers', body: aRelayer({ id: 'late', network: 'late' }) },
  { method: 'PATCH', path: '/relayers/relayer-1', body: { paused: true } },
  { method: 'POST', path: '/configuration/apply', body: { notifications: [LATE] } },
  {
    method: 'POST',
    path: '/configuration/apply?lines',
    body: { kind: 'notification', ...LATE },
    headers: { 'content-type': 'application/x-ndjson' },
  },
];

/** What needs no body, and waits for somebody who writes. */
const others: readonly (readonly [method: string, path: string])[] = [
  ['DELETE', '/relayers/relayer-1'],
  ['DELETE', '/notifications/notification-1'],
  ['POST', '/tokens/OTHER/rotate'],
  ['DELETE', '/tokens/OTHER'],
];

const WAITING = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const SOON_MS = 1_500;

/** How a token ends. */
const ends: readonly (readonly [
  name: string,
  wish: () => Readonly<Record<string, unknown>>,
  end: (caller: TokenCaller, by: SharedApp) => Promise<unknown>,
])[] = [
  ['is revoked', () => ({}), ({ id }, by) => by.call('DELETE', `/api/v1/tokens/${id}`)],
  ['is rotated', () => ({}), ({ id }, by) => by.call('POST', `/api/v1/tokens/${id}/rotate`)],
  ['expires', () => ({ expires_at: new Date(Date.now() + SOON_MS).toISOString() }), () => Promise.resolve()],
];

onEachDatabase('A token that ends while its request is under way', (create) => {
  let database: TestDatabase;
  const service = sharedApp(async () => (database = await create()));
  let other: string;

  beforeAll(async () => {
    await service.add('signers', aSigner());
    await service.add('relayers', aRelayer());
    await service.add('notifications', aNotification());
    other = (await asToken(service)).id;
  });

  /** All that a request could have changed; the tokens of the tests aside. */
  const state = async (): Promise<unknown> => {
    const lists = ['relayers', 'notifications', 'signers'].map((list) => service.call('GET', `/api/v1/${list}`));
    const { json } = await service.call('GET', `/api/v1/tokens/${other}`);
    const tokens = (await service.call('GET', '/api/v1/tokens?per_page=0')).json.pagination;
    return { lists: (await Promise.all(lists)).map(({ text }) => text), other: json.data, tokens };
  };

  /** Resolves when nothing waits to be written any more of what a token's first use sets off. */
  const noted = async (caller: TokenCaller): Promise<void> => {
    await caller.call('GET', '/api/v1/relayers');
    const path = `/api/v1/tokens/${caller.id}`;
    await eventually(async () => expect((await service.read(path)).last_used_at).not.toBeNull());
    await service.read('/api/v1/audit-events');
  };

  describe.each(ends)('%s', (_, wish, end) => {
    it.each(bodies)('before the body of $method $path is there: 401, and nothing is stored', async (sent) => {
      const caller = await asToken(service, wish());
      const held = await hold(service.app.url, sent, caller.token);
      await end(caller, service);
      await eventually(async () => expect((await caller.call('GET', '/api/v1/relayers')).status).toBe(401));
      const before = await state();
      expect(await held.send(sent.body)).toEqual({
        status: 401,
        challenge: 'Bearer realm="relayer-management", error="invalid_token"',
        text: '{"success":false,"data":null,"message":"Unauthorized"}',
      });
      expect(await state()).toEqual(before);
    });
  });

  it.each(others)('before the turn of %s %s comes: 401, and nothing is stored', async (method, path) => {
    const caller = await asToken(service);
    await noted(caller);
    const before = await state();
    const writer = await revokeSlowly(database, caller.id);
    const answer = caller.call(method, `/api/v1${path.replace('OTHER', other)}`);
    await eventually(async () => expect(await writer.waiting(service)).toBe(1));
    await writer.commit();
    expect((await answer).status).toBe(401);
    expect(await state()).toEqual(before);
  });
});

/** A request whose token was accepted, and which was asked for its body. */
async function hold(url: string, { method, path, headers }: Sent, token: string) {
  const sent = request(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
      expect: '100-continue',
      ...headers,
    },
  });
  const answer = new Promise<{ status: number | undefined; challenge: string | undefined; text: string }>(
    (resolve, reject) => {
      sent.once('error', reject);
      sent.once('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.once('end', () =>
          resolve({ status: response.statusCode, challenge: response.headers['www-authenticate'], text }),
        );
      });
    },
  );
  await new Promise((resolve) => {
    sent.once('continue', () => resolve(undefined));
    sent.flushHeaders();
  });
  return {
    send: (body: object) => {
      sent.end(`${JSON.stringify(body)}\n`);
      return answer;
    },
  };
}

/** Revokes a token by another process, which takes its time until the commit. */
async function revokeSlowly({ settings }: TestDatabase, id: string) {
  const statement = `UPDATE api_tokens SET revoked_at = '2020-01-01T00:00:00.000Z' WHERE id = '${id}'`;
  if (settings.kind === 'sqlite') {
    const connection = openSqlite(settings.path);
    connection.exec(`BEGIN IMMEDIATE; ${statement}`);
    return {
      waiting: ({ app }: SharedApp) => Promise.resolve(app.app.get(Database).load().waiting),
      commit: () => Promise.resolve(connection.exec('COMMIT').close()),
    };
  }
  const client = new Client({ connectionString: settings.url.reveal() });
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement);
  return {
    waiting: async ({ app }: SharedApp) => {
      const [row] = await app.app.get(Database).query<{ count: number }>(WAITING);
      return row?.count;
    },
    commit: async () => {
      await client.query('COMMIT');
      await client.end();
    },
  };
}
