import { KeysService } from '../../src/keys/keys.service';
import { NotificationRepository } from '../../src/notifications/domain/notification.repository';
import { Database } from '../../src/persistence/database';
import { type EncryptionKey, SettingsError } from '../../src/settings/settings';
import { notificationEntity } from '../builders/entities';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { openApp, type OpenApp } from '../support/open-app';
import { createRelayer, privateKey, relayerBody, signerBody } from '../support/samples';

const [A, B] = [1, 2].map((byte) => ({ id: `key-${String(byte)}`, key: Buffer.alloc(32, byte) })) as [
  EncryptionKey,
  EncryptionKey,
];
const URLS = [{ url: 'https://user:planted@rpc.example.com/planted', weight: 100 }];
const REASON = { type: 'RpcValidationFailed', details: 'https://rpc.example.com/planted failed' };

const RECORDS = 600;
const WRITERS = 50;

onEachDatabase('The keys that seal secrets', (create) => {
  let database: TestDatabase;
  let service: OpenApp;

  const open = async (encryptionKeys: readonly EncryptionKey[]): Promise<void> => {
    service = await openApp({ database, settings: { encryptionKeys } });
  };
  const reopen = async (...keys: readonly EncryptionKey[]): Promise<void> => {
    await service.close();
    await open(keys);
  };

  beforeEach(async () => {
    database = await create();
    await open([A]);
    await createRelayer(service, { custom_rpc_urls: URLS });
  });

  afterEach(async () => {
    await service.close();
    await database.drop();
  });

  const get = (path: string) => service.call('GET', `/api/v1/${path}`);
  const query = <Row>(sql: string): Promise<Row[]> =>
    service.app.get(Database).run(() => service.app.get(Database).query(sql));
  const signingKey = async (id: string): Promise<string | undefined> => {
    const kept = await service.app.get(Database).run(() => service.app.get(NotificationRepository).lock(id));
    return kept?.entity.signingKey?.reveal();
  };

  it('are exchanged while everything stays as it was, and the old one can be taken away', async () => {
    const sent = { 'idempotency-key': 'once' };
    const hook = { id: 'sent-once', url: 'https://hooks.example.com' };
    const answer = await service.call('POST', '/api/v1/notifications', hook, sent);
    await service.call('PATCH', '/api/v1/notifications/hook', { signing_key: 'n'.repeat(32) });
    await service.call('POST', '/api/v1/relayers/relayer/system-state', { disabled: true, reason: REASON });
    const before = await get('relayers/relayer');
    await reopen(B, A);
    const rotation = await service.app.get(KeysService).rotate();
    expect(rotation).toEqual({
      key: B.id,
      resealed: { signers: 1, notifications: 1, retired_signing_keys: 1, relayers: 2, answered_requests: 1 },
      unopened: [],
      remaining: 0,
    });
    expect((await service.app.get(KeysService).rotate()).resealed).toEqual({});
    const { json } = await get('audit-events?resource=key');
    expect(json.data).toMatchObject([{ action: 'keys.rotated', id: B.id, after: { key: B.id, remaining: 0 } }]);
    expect(json.pagination?.total_items).toBe(1);
    await reopen(B);
    const after = await get('relayers/relayer');
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
    expect(after.json.data).toMatchObject({ disabled_reason: REASON });
    const kept = await service.app.get(NotificationRepository).deliverable('hook', new Date());
    expect(kept!.notification.signingKey?.reveal()).toBe('n'.repeat(32));
    expect(kept!.retiredKeys.map((key) => key.reveal())).toEqual(['k'.repeat(32)]);
    const other = await service.call(
      'POST',
      '/api/v1/relayers',
      relayerBody('other', 'signer', { network: 'mainnet' }),
    );
    expect(other.status).toBe(201);
    expect((await service.call('POST', '/api/v1/notifications', hook, sent)).text).toBe(answer.text);
  });

  it('are exchanged in steps, while others write, and go on where they were ended', async () => {
    const store = service.app.get(Database);
    await store.run(async () => {
      for (let index = 0; index < 250; index++) {
        const signing_key = `signing key ${String(index)}`;
        await service.app.get(NotificationRepository).add(notificationEntity(`n${String(index)}`, { signing_key }));
      }
    });
    await reopen(B, A);
    const stop = new AbortController();
    const ended = await service.app.get(KeysService).rotate((done) => {
      if (done > 100) stop.abort();
    }, stop.signal);
    expect(ended.remaining).toBe(252 - 100);
    const patches = Array.from({ length: 50 }, (_, index) =>
      service.call('PATCH', `/api/v1/notifications/n${String(index * 5)}`, { signing_key: `changed ${String(index)}` }),
    );
    const [rotation, ...replies] = await Promise.all([service.app.get(KeysService).rotate(), ...patches]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(rotation.remaining).toBe(0);
    await reopen(B);
    expect(await signingKey('n5')).toBe('changed 1');
    expect(await signingKey('n6')).toBe('signing key 6');
    const named = await query<{ key_id: string; sealed: string }>(
      'SELECT key_id, signing_key AS sealed FROM notifications WHERE signing_key IS NOT NULL',
    );
    expect(named).toHaveLength(251);
    for (const { key_id, sealed } of named) expect([key_id, sealed.split('.')[1]]).toEqual([B.id, B.id]);
  });

  it('are exchanged while 50 others write without a pause, and nobody is turned away', async () => {
    const store = service.app.get(Database);
    await store.run(async () => {
      for (let index = 0; index < RECORDS; index++) {
        const signing_key = `signing key ${String(index)}`;
        await service.app.get(NotificationRepository).add(notificationEntity(`n${String(index)}`, { signing_key }));
      }
    });
    await reopen(B, A);
    const statuses = new Map<number, number>();
    let isOver = false;
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; !isOver; round++) {
        const id = `n${String((writer * 31 + round * 7) % RECORDS)}`;
        const url = `https://hooks.example.com/${String(writer)}/${String(round)}`;
        const { status } = await service.call('PATCH', `/api/v1/notifications/${id}`, { url });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    const rotation = await service.app.get(KeysService).rotate();
    isOver = true;
    await Promise.all(writers);
    expect([...statuses.keys()]).toEqual([200]);
    expect(rotation.remaining).toBe(0);
  });

  it('are asked for at the start where only a retired signing key needs one', async () => {
    await reopen(B, A);
    await service.call('PATCH', '/api/v1/notifications/hook', { signing_key: 'n'.repeat(32) });
    await query(`UPDATE retired_signing_keys SET key_id = 'lost'`);
    await service.close();
    await expect(open([B, A])).rejects.toThrow('also the key named lost, which seals retired_signing_keys');
    await open([B, A, { id: 'lost', key: B.key }]);
    expect((await get('notifications/hook')).status).toBe(200);
  });

  it('are asked for at the start, each by its name', async () => {
    await service.close();
    await expect(open([B])).rejects.toThrow(SettingsError);
    await expect(open([B])).rejects.toThrow(`also the key named ${A.id}, which seals signers`);
    const impostor = { id: A.id, key: B.key };
    await expect(open([impostor])).rejects.toThrow(`under the name ${A.id} the key that seals relayers`);
    await open([B, A]);
    expect((await get('relayers/relayer')).status).toBe(200);
  });

  it('keep a value from being moved to another record, which alone is not served then', async () => {
    for (const id of ['two', 'three']) {
      const body = relayerBody(id, 'signer', {
        network: id,
        custom_rpc_urls: [{ url: `https://${id}.example.com/x` }],
      });
      expect((await service.call('POST', '/api/v1/relayers', body)).status).toBe(201);
    }
    const swap = async (): Promise<void> => {
      const [one, other] = await query<{ urls: string }>(
        "SELECT custom_rpc_urls AS urls FROM relayers WHERE id IN ('relayer', 'two') ORDER BY id",
      );
      await query(`UPDATE relayers SET custom_rpc_urls = '${other!.urls}' WHERE id = 'relayer'`);
      await query(`UPDATE relayers SET custom_rpc_urls = '${one!.urls}' WHERE id = 'two'`);
    };
    await swap();
    for (const id of ['two', 'relayer']) {
      expect((await get(`relayers/${id}`)).status).toBe(500);
      expect((await service.call('PATCH', `/api/v1/relayers/${id}`, { paused: true })).status).toBe(500);
    }
    expect((await get('relayers/three')).status).toBe(200);
    const list = await get('relayers?per_page=3&after=0');
    expect((list.json.data as { id: string }[]).map(({ id }) => id)).toEqual(['three']);
    expect(list.headers.get('link')).toContain('rel="next"');
    const logged = service.logged.join('');
    expect(logged).toContain(`What key ${A.id} sealed at relayers/two/custom_rpc_urls was altered`);
    expect(logged).not.toContain('planted');
    // It starts all the same, as the key opens others.
    await reopen(A);
    await swap();
    expect((await get('relayers/two')).json.data).toMatchObject({
      custom_rpc_urls: [{ url: 'https://two.example.com/x' }],
    });
  });

  it('seal anew what is changed after another one came first, and leave the rest', async () => {
    const state = '/api/v1/relayers/relayer/system-state';
    await service.call('POST', state, { disabled: true, reason: REASON });
    await reopen(B, A);
    await service.call('PATCH', '/api/v1/relayers/relayer', { paused: true });
    const keys = 'SELECT key_id, disabled_reason_key FROM relayers';
    expect(await query(keys)).toEqual([{ key_id: B.id, disabled_reason_key: B.id }]);
    await query(`DELETE FROM answered_requests`);
    for (const table of ['signers', 'notifications']) await query(`UPDATE ${table} SET key_id = NULL`);
    await reopen(B);
    expect((await get('relayers/relayer')).json.data).toMatchObject({ custom_rpc_urls: URLS, disabled_reason: REASON });
  });

  it('leave what they do not open as it is, and say so', async () => {
    await service.call('POST', '/api/v1/signers', signerBody('second', privateKey(2)));
    await query(`UPDATE signers SET secrets = REPLACE(secrets, '1.${A.id}.', '1.lost.') WHERE id = 'second'`);
    await reopen(B, A);
    const rotation = await service.app.get(KeysService).rotate();
    expect(rotation).toMatchObject({ resealed: { signers: 1, notifications: 1, relayers: 1 }, remaining: 1 });
    expect(rotation.unopened).toEqual([
      { place: 'signers/second/key', reason: 'No key named lost to open signers/second/key' },
    ]);
    const refused = await service.call('POST', '/api/v1/relayers', relayerBody('r2', 'second'));
    expect(refused.status).toBe(500);
    expect((await get('signers')).json.pagination?.total_items).toBe(2);
  });

  it('are named in a database from before they were named', async () => {
    await service.app.get(Database).dataSource.undoLastMigration();
    await reopen(A);
    for (const table of ['signers', 'notifications', 'relayers']) {
      expect(await query(`SELECT key_id FROM ${table}`)).toEqual([{ key_id: A.id }]);
    }
    expect((await get('relayers/relayer')).status).toBe(200);
  });
});
