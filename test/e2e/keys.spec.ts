import { KeysService } from '../../src/encryption/keys.service';
import { NotificationRepository } from '../../src/notifications/domain/notification.repository';
import { Database } from '../../src/persistence/database';
import { notificationEntity, pluginEntity } from '../builders/entities';
import { onEachDatabase } from '../support/databases';
import { A, B, keyedService, URLS } from '../support/keyed-service';
import { privateKey, relayerBody, signerBody } from '../support/samples';
import { storePlugins } from '../support/stored-plugins';

jest.setTimeout(180_000);

const REASON = { type: 'RpcValidationFailed', details: 'https://rpc.example.com/planted failed' };

const RECORDS = 600;
const WRITERS = 20;

onEachDatabase('The keys that seal secrets', (create) => {
  const keyed = keyedService(create);
  const { get, query, reopen } = keyed;
  const signingKey = async (id: string): Promise<string | undefined> => {
    const kept = await keyed.service.app
      .get(Database)
      .run(() => keyed.service.app.get(NotificationRepository).lock(id));
    return kept?.entity.signingKey?.reveal();
  };

  it('are exchanged while everything stays as it was, and the old one can be taken away', async () => {
    const sent = { 'idempotency-key': 'once' };
    const hook = { id: 'sent-once', url: 'https://hooks.example.com' };
    const answer = await keyed.service.call('POST', '/api/v1/notifications', hook, sent);
    await keyed.service.call('PATCH', '/api/v1/notifications/hook', { signing_key: 'n'.repeat(32) });
    await keyed.service.call('POST', '/api/v1/relayers/relayer/system-state', { disabled: true, reason: REASON });
    await storePlugins(keyed.service, pluginEntity('quote'));
    await keyed.service.call('PATCH', '/api/v1/networks/evm:base', { rpc_urls: ['https://rpc.example.com/key'] });
    const [plugin, network] = [await get('plugins/quote'), await get('networks/evm:base')];
    const before = await get('relayers/relayer');
    await reopen(B, A);
    const rotation = await keyed.service.app.get(KeysService).rotate();
    const ofNotifications = { notifications: 3, retired_signing_keys: 1 };
    const ofRelayers = { relayers: 2, networks: 1, plugins: 1 };
    const resealed = { signers: 1, ...ofNotifications, ...ofRelayers, audit_keys: 1, answered_requests: 1 };
    expect(rotation).toEqual({ key: B.id, resealed, unopened: [], remaining: 0 });
    expect((await keyed.service.app.get(KeysService).rotate()).resealed).toEqual({});
    const { json } = await get('audit-events?resource=key');
    const entries = json.data as readonly { readonly action: string; readonly after: { readonly table: string } }[];
    expect(new Set(entries.map(({ action, after }) => `${action} ${after.table}`))).toEqual(
      new Set(Object.keys(resealed).map((table) => `keys.rotated ${table}`)),
    );
    // Two that are the same, of the same millisecond, would look as if somebody had written one of them again.
    expect(new Set(entries.map(({ after }) => JSON.stringify(after))).size).toBe(entries.length);
    await reopen(B);
    const after = await get('relayers/relayer');
    expect(after.text).toBe(before.text);
    expect((await get('plugins/quote')).text).toBe(plugin.text);
    expect((await get('networks/evm:base')).text).toBe(network.text);
    expect(after.json.data).toMatchObject({ disabled_reason: REASON });
    const kept = await keyed.service.app.get(NotificationRepository).deliverable('hook', new Date());
    expect(kept!.notification.signingKey?.reveal()).toBe('n'.repeat(32));
    expect(kept!.retiredKeys.map((key) => key.reveal())).toEqual(['k'.repeat(32)]);
    const other = await keyed.service.call(
      'POST',
      '/api/v1/relayers',
      relayerBody('other', 'signer', { network: 'mainnet' }),
    );
    expect(other.status).toBe(201);
    expect((await keyed.service.call('POST', '/api/v1/notifications', hook, sent)).text).toBe(answer.text);
  });

  it('are exchanged in steps, while others write, and go on where they were ended', async () => {
    const store = keyed.service.app.get(Database);
    await store.run(async () => {
      for (let index = 0; index < 250; index++) {
        const signing_key = `signing key ${String(index)}`;
        await keyed.service.app
          .get(NotificationRepository)
          .add(notificationEntity(`n${String(index)}`, { signing_key }));
      }
    });
    await reopen(B, A);
    const stop = new AbortController();
    const ended = await keyed.service.app.get(KeysService).rotate((done) => {
      if (done > 100) stop.abort();
    }, stop.signal);
    // A relayer, the key of the audit log, and the URL and the signing key of each notification; two batches are done.
    expect(ended.remaining).toBe(2 + 2 * 251 - 100);
    const patches = Array.from({ length: 50 }, (_, index) =>
      keyed.service.call('PATCH', `/api/v1/notifications/n${String(index * 5)}`, {
        signing_key: `changed ${String(index)}`,
      }),
    );
    const [rotation, ...replies] = await Promise.all([keyed.service.app.get(KeysService).rotate(), ...patches]);
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

  it('are exchanged while 20 others write without a pause, and nobody is turned away', async () => {
    const store = keyed.service.app.get(Database);
    await store.run(async () => {
      for (let index = 0; index < RECORDS; index++) {
        const signing_key = `signing key ${String(index)}`;
        await keyed.service.app
          .get(NotificationRepository)
          .add(notificationEntity(`n${String(index)}`, { signing_key }));
      }
    });
    await reopen(B, A);
    const statuses = new Map<number, number>();
    let isOver = false;
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; !isOver; round++) {
        const id = `n${String((writer * 31 + round * 7) % RECORDS)}`;
        const url = `https://hooks.example.com/${String(writer)}/${String(round)}`;
        const { status } = await keyed.service.call('PATCH', `/api/v1/notifications/${id}`, { url });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    const rotation = await keyed.service.app.get(KeysService).rotate();
    isOver = true;
    await Promise.all(writers);
    expect([...statuses.keys()]).toEqual([200]);
    expect(rotation.remaining).toBe(0);
  });

  it('make entity tags, those of before are known until their key is taken away', async () => {
    const tag = (await get('relayers/relayer')).headers.get('etag')!;
    const patched = (given: string) =>
      keyed.service.call('PATCH', '/api/v1/relayers/relayer', {}, { 'if-match': given });
    await reopen(A, B);
    expect((await get('relayers/relayer')).headers.get('etag')).toBe(tag);
    await reopen(B, A);
    const next = (await get('relayers/relayer')).headers.get('etag')!;
    expect(next).not.toBe(tag);
    expect([(await patched(tag)).status, (await patched(next)).status]).toEqual([200, 200]);
    await keyed.service.app.get(KeysService).rotate();
    await reopen(B);
    expect((await get('relayers/relayer')).headers.get('etag')).toBe(next);
    expect([(await patched(tag)).status, (await patched(next)).status]).toEqual([412, 200]);
  });

  it('seal anew what is changed after another one came first, and leave the rest', async () => {
    const state = '/api/v1/relayers/relayer/system-state';
    await keyed.service.call('POST', state, { disabled: true, reason: REASON });
    await reopen(B, A);
    await keyed.service.call('PATCH', '/api/v1/relayers/relayer', { paused: true });
    await keyed.service.call('PATCH', '/api/v1/notifications/hook', { url: 'https://hooks.example.com/b' });
    const keys = 'SELECT key_id, disabled_reason_key FROM relayers';
    expect(await query(keys)).toEqual([{ key_id: B.id, disabled_reason_key: B.id }]);
    for (const table of ['answered_requests', 'audit_keys']) await query(`DELETE FROM ${table}`);
    for (const table of ['signers', 'notifications']) await query(`UPDATE ${table} SET key_id = NULL`);
    await reopen(B);
    expect((await get('relayers/relayer')).json.data).toMatchObject({ custom_rpc_urls: URLS, disabled_reason: REASON });
  });

  it('leave what they do not open as it is, and say so', async () => {
    await keyed.service.call('POST', '/api/v1/signers', signerBody('second', privateKey(2)));
    await query(`UPDATE signers SET secrets = REPLACE(secrets, '1.${A.id}.', '1.lost.') WHERE id = 'second'`);
    await reopen(B, A);
    const rotation = await keyed.service.app.get(KeysService).rotate();
    const resealed = { signers: 1, notifications: 2, relayers: 1, audit_keys: 1 };
    expect(rotation).toMatchObject({ resealed, remaining: 1 });
    expect(rotation.unopened).toEqual([
      { place: 'signers/second/key', reason: 'No key named lost to open signers/second/key' },
    ]);
    const refused = await keyed.service.call('POST', '/api/v1/relayers', relayerBody('r2', 'second'));
    expect(refused.status).toBe(500);
    expect((await get('signers')).json.pagination?.total_items).toBe(2);
  });
});
