import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { Database } from '../../src/persistence/database';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';

const URL_OF = 'https://hooks.example.com/relayers';

onEachDatabase('Idempotency-Key', (create) => {
  let database: TestDatabase;
  let service: OpenApp;

  beforeEach(async () => {
    database = await create();
    service = await openApp({ database });
  });
  afterEach(async () => {
    await service.close();
    await database.drop();
  });

  const post = (key: string, body: unknown, path = 'notifications') =>
    service.call('POST', `/api/v1/${path}`, body, { 'idempotency-key': key });
  const count = async (): Promise<number | undefined> =>
    (await service.call('GET', '/api/v1/notifications')).json.pagination?.total_items;

  it('answers the same request twice with one record', async () => {
    const first = await post('k1', { url: URL_OF });
    const second = await post('k1', { url: URL_OF });

    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await count()).toBe(1);
  });

  it('refuses the key for another body, and changes nothing', async () => {
    await post('k1', { url: URL_OF });
    const other = await post('k1', { url: `${URL_OF}/other` });

    expect(other.status).toBe(409);
    expect(other.json.message).toBe('Idempotency-Key was used with another body');
    expect(await count()).toBe(1);
  });

  it('makes one record of twenty requests at once', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => post('k1', { url: URL_OF })));

    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(await count()).toBe(1);
  });

  it('makes one record of ten requests at once that name its id, and answers all of them alike', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => post('k1', { id: 'n1', url: URL_OF })));

    expect(new Set(replies.map(({ status, text }) => `${String(status)} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
  });

  it('makes one relayer of ten requests at once, whose signer they lock', async () => {
    await service.call('POST', '/api/v1/signers', {
      id: 's1',
      type: 'aws_kms',
      config: { region: 'eu-west-1', key_id: 'k' },
    });
    const relayer = { id: 'r1', name: 'r1', network: 'sepolia', network_type: 'evm', signer_id: 's1', paused: false };
    const replies = await Promise.all(Array.from({ length: 10 }, () => post('k1', relayer, 'relayers')));

    expect(new Set(replies.map(({ status, text }) => `${String(status)} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
  });

  it('keeps no other writer waiting while its body comes', async () => {
    const body = JSON.stringify({ url: URL_OF });
    const arrived = once(service.app.getHttpServer(), 'request');
    const slow = send(`${service.url}/api/v1/notifications`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${API_KEY}`,
        'content-type': 'application/json',
        'content-length': body.length,
        'idempotency-key': 'k1',
      },
    });
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    slow.write(body.slice(0, 9));
    await arrived;
    const others = [
      await post('k2', { url: URL_OF }),
      await service.call('POST', '/api/v1/notifications', { url: URL_OF }),
    ];
    slow.end(body.slice(9));
    const [answer] = await answered;
    answer.resume();

    expect(others.map(({ status }) => status)).toEqual([201, 201]);
    expect(answer.statusCode).toBe(201);
    expect((await post('k1', { url: URL_OF })).headers.get('idempotency-replayed')).toBe('true');
    expect(await count()).toBe(3);
  });

  it('remembers no failure', async () => {
    expect((await post('k1', { url: 'nonsense' })).status).toBe(400);
    expect((await post('k1', { url: URL_OF })).status).toBe(201);
  });

  it('keeps the keys of routes apart', async () => {
    await post('k1', { url: URL_OF });
    const signer = await post('k1', { type: 'aws_kms', config: { region: 'eu-west-1', key_id: 'key' } }, 'signers');

    expect(signer.status).toBe(201);
  });

  it('keeps the keys of tokens apart', async () => {
    const { data } = (await service.call('POST', '/api/v1/tokens', { name: 'other', permissions: ['*'] })).json;
    const { token } = data as { readonly token: string };
    const first = await post('k1', { url: URL_OF });
    const other = await service.call(
      'POST',
      '/api/v1/notifications',
      { url: URL_OF },
      { 'idempotency-key': 'k1', authorization: `Bearer ${token}` },
    );

    expect(other.status).toBe(201);
    expect(other.text).not.toBe(first.text);
    expect(await count()).toBe(2);
  });

  it('forgets a key after a day', async () => {
    await service.close();
    const clock = new FixedClock();
    service = await openApp({ database, extensions: [FixedClockModule.with(clock)] });
    const first = await post('k1', { url: URL_OF });
    clock.advance(24 * 60 * 60 * 1000);
    expect((await post('k1', { url: URL_OF })).text).toBe(first.text);
    clock.advance(1);
    const later = await post('k1', { url: URL_OF });

    expect(later.status).toBe(201);
    expect(later.text).not.toBe(first.text);
  });

  it('names the header where its value cannot be a key', async () => {
    expect((await post('two words', { url: URL_OF })).json.errors).toEqual([
      { path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' },
    ]);
  });

  it('keeps what was answered sealed only', async () => {
    await post('k1', { url: URL_OF });
    const rows = await service.app.get(Database).query<{ answer: string }>('SELECT * FROM answered_requests');

    expect(rows.map(({ answer }) => answer)).toEqual([expect.stringMatching(/^1\.test\.[\w-]+$/)]);
    expect(JSON.stringify(rows)).not.toContain('hooks.example.com');
  });

  it('survives a restart, and keeps no secret of the request', async () => {
    const key = { id: 'test', key: Buffer.alloc(32, 7) };
    await service.close();
    service = await openApp({ database, settings: { encryptionKeys: [key] } });
    const first = await post('k1', { url: URL_OF, signing_key: 'planted-secret' });
    await service.close();
    service = await openApp({ database, settings: { encryptionKeys: [key] } });
    const second = await post('k1', { url: URL_OF, signing_key: 'planted-secret' });

    expect(second.text).toBe(first.text);
    expect(second.text).not.toContain('planted-secret');
    expect(await count()).toBe(1);
  });
});
