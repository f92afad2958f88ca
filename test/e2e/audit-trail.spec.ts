import { onEachDatabase, type TestDatabase } from '../support/databases';
import { openApp, type OpenApp } from '../support/open-app';
import { createRelayer, privateKey, relayerBody, signerBody } from '../support/samples';

interface Entry {
  readonly sequence: number;
  readonly time: string;
  readonly actor: { readonly id: string; readonly name: string };
  readonly action: string;
  readonly resource: string;
  readonly id: string;
  readonly version: number | null;
  readonly request_id: string | null;
  readonly paths: readonly string[];
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly hash: string;
}

onEachDatabase('The audit trail', (create) => {
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

  const entries = async (query = ''): Promise<readonly Entry[]> => {
    const reply = await service.call('GET', `/api/v1/audit-events?per_page=1000${query}`);
    expect(reply.status).toBe(200);
    return reply.json.data;
  };
  const last = async (): Promise<Entry> => (await entries()).at(-1)!;

  it('has one entry for each change, and none for what changed nothing or failed', async () => {
    await createRelayer(service);
    const steps: [string, string, unknown, number][] = [
      ['PATCH', '/api/v1/relayers/relayer', { paused: true }, 200],
      ['PATCH', '/api/v1/relayers/relayer', { paused: true }, 200],
      ['PATCH', '/api/v1/relayers/relayer', {}, 200],
      ['PATCH', '/api/v1/relayers/relayer', { notification_id: 'nowhere' }, 400],
      ['PATCH', '/api/v1/relayers/absent', { paused: true }, 404],
      ['POST', '/api/v1/relayers', relayerBody('relayer', 'signer'), 409],
      ['PATCH', '/api/v1/notifications/hook', { url: 'https://hooks.example.com/b' }, 200],
      ['PATCH', '/api/v1/notifications/hook', { url: 'https://hooks.example.com/b' }, 200],
      ['DELETE', '/api/v1/notifications/hook', undefined, 409],
      ['DELETE', '/api/v1/signers/signer', undefined, 409],
      ['DELETE', '/api/v1/relayers/relayer', undefined, 200],
      ['DELETE', '/api/v1/notifications/hook', undefined, 200],
      ['DELETE', '/api/v1/signers/signer', undefined, 200],
    ];
    for (const [method, path, body, status] of steps) {
      expect((await service.call(method, path, body)).status).toBe(status);
    }
    const kept = await entries();
    expect(kept.map(({ action, version }) => `${action} ${String(version)}`)).toEqual([
      'signer.created 1',
      'notification.created 1',
      'relayer.created 1',
      'relayer.updated 2',
      'notification.updated 2',
      'relayer.deleted 2',
      'notification.deleted 2',
      'signer.deleted 1',
    ]);
    expect(kept.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('tells who changed what, when, from what to what, and in which request', async () => {
    await createRelayer(service, { policies: { gas_price_cap: '340282366920938463463374607431768211455' } });
    const start = Date.now();
    const body = '{"name":"New","policies":{"gas_price_cap":340282366920938463463374607431768211454}}';
    await service.call('PATCH', '/api/v1/relayers/relayer', body, { 'x-request-id': 'the-request' });
    const entry = await last();
    expect(entry).toMatchObject({
      actor: { id: 'api-key', name: 'API_KEY' },
      resource: 'relayer',
      id: 'relayer',
      action: 'relayer.updated',
      version: 2,
      request_id: 'the-request',
      paths: ['name', 'policies.gas_price_cap'],
      before: { name: 'Relayer relayer', paused: false, notification_id: 'hook' },
      after: { name: 'New', paused: false, notification_id: 'hook' },
    });
    expect(Date.parse(entry.time)).toBeGreaterThanOrEqual(start);
    const { text } = await service.call('GET', '/api/v1/audit-events?id=relayer');
    expect(text).toContain('"gas_price_cap":340282366920938463463374607431768211454}');
    expect(text).toContain('"gas_price_cap":340282366920938463463374607431768211455}');
  });

  it('shows that a secret changed, and never what it is', async () => {
    const planted = ['planted-url-user', 'planted-url-path', 'planted-signing-key', 'planted-next-key', privateKey(77)];
    const [user, path, signingKey, nextKey] = planted;
    const url = `https://${user!}:pw@rpc.example.com:8545/${path!}?token=${path!}`;
    await service.call('POST', '/api/v1/signers', signerBody('s', privateKey(77)));
    const hook = { id: 'h', url: `https://hooks.example.com/${path!}`, signing_key: signingKey };
    await service.call('POST', '/api/v1/notifications', hook);
    await service.call('POST', '/api/v1/relayers', relayerBody('r', 's', { custom_rpc_urls: [{ url }] }));
    await service.call('PATCH', '/api/v1/notifications/h', { signing_key: nextKey });
    expect(await last()).toMatchObject({
      paths: ['signing_key'],
      before: { signing_key: '[set]', url: 'https://hooks.example.com/***' },
      after: { signing_key: '[set]' },
    });
    await service.call('PATCH', '/api/v1/notifications/h', { signing_key: '' });
    expect(await last()).toMatchObject({ paths: ['signing_key'], after: { signing_key: null } });
    await service.call('PATCH', '/api/v1/relayers/r', { custom_rpc_urls: [{ url: `${url}2` }] });
    expect(await last()).toMatchObject({
      paths: ['custom_rpc_urls'],
      before: { custom_rpc_urls: [{ url: 'https://***@rpc.example.com:8545/***', weight: 100 }] },
    });
    for (const resource of ['relayers/r', 'notifications/h', 'signers/s']) {
      expect((await service.call('DELETE', `/api/v1/${resource}`)).status).toBe(200);
    }
    const { text } = await service.call('GET', '/api/v1/audit-events?per_page=1000');
    for (const secret of planted) expect(text).not.toContain(secret);
    expect(await last()).toMatchObject({ before: { secrets: { key: '[set]' }, config: {} } });
  });

  it('shows the host of an endpoint as it is, whatever a replacement would make of it', async () => {
    await service.call('POST', '/api/v1/signers', signerBody('s', privateKey(78)));
    const custom_rpc_urls = [{ url: 'https://a$&b$$c.example.com/', weight: 1 }];
    await service.call('POST', '/api/v1/relayers', relayerBody('r', 's', { custom_rpc_urls }));
    expect((await last()).after).toMatchObject({ custom_rpc_urls });
  });

  it('has an entry for each of the changes that 100 writers were told of', async () => {
    await createRelayer(service);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        service.call(
          'PATCH',
          '/api/v1/relayers/relayer',
          { name: `Name ${String(index)}` },
          {
            'x-request-id': `request-${String(index)}`,
            ...(index % 4 === 0 ? { 'if-match': '"0.0"' } : {}),
          },
        ),
      ),
    );
    const acknowledged = replies.flatMap(({ status }, index) => (status === 200 ? [`request-${String(index)}`] : []));
    // A slow machine may let the last of them wait longer than a call waits, which stores nothing.
    expect(replies.map(({ status }) => status).filter((status) => ![200, 412, 503].includes(status))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(1);
    const kept = (await entries('&resource=relayer')).filter(({ action }) => action === 'relayer.updated');
    expect(kept.map(({ request_id }) => request_id).sort()).toEqual([...acknowledged].sort());
    expect(kept.map(({ version }) => version)).toEqual(acknowledged.map((_, index) => index + 2));
    kept.slice(1).forEach(({ before }, index) => expect(before).toEqual(kept[index]!.after));
  });

  it('is narrowed by resource, id, actor and time, and paged like every list', async () => {
    await createRelayer(service);
    const between = new Date((await last().then(({ time }) => Date.parse(time))) + 1).toISOString();
    while (new Date().toISOString() <= between) await new Promise((resolve) => setImmediate(resolve));
    await service.call('PATCH', '/api/v1/relayers/relayer', { paused: true });
    const actions = async (query: string): Promise<string[]> => (await entries(query)).map(({ action }) => action);
    expect(await actions('&resource=relayer')).toEqual(['relayer.created', 'relayer.updated']);
    expect(await actions('&id=hook')).toEqual(['notification.created']);
    expect(await actions('&resource=signer&id=hook')).toEqual([]);
    expect(await actions('&actor=api-key')).toHaveLength(4);
    expect(await actions('&actor=somebody')).toEqual([]);
    expect(await actions(`&from=${between}`)).toEqual(['relayer.updated']);
    expect(await actions(`&to=${between}&resource=relayer`)).toEqual(['relayer.created']);
    const page = await service.call('GET', '/api/v1/audit-events?page=2&per_page=3');
    expect(page.json.pagination).toEqual({ current_page: 2, per_page: 3, total_items: 4 });
    expect((page.json.data as Entry[]).map(({ sequence }) => sequence)).toEqual([4]);
    const filtered = await service.call('GET', '/api/v1/audit-events?page=2&per_page=1&resource=relayer');
    expect(filtered.json.pagination).toEqual({ current_page: 2, per_page: 1, total_items: 2 });
    expect((filtered.json.data as Entry[]).map(({ sequence }) => sequence)).toEqual([4]);
    expect(filtered.headers.get('link')).toContain('resource=relayer');
    const wrong = await service.call('GET', '/api/v1/audit-events?from=yesterday&to=2026-13-01T00:00:00Z&page=x');
    expect(wrong.status).toBe(400);
    expect(wrong.json.errors!.map(({ path }) => path)).toEqual(['page', 'from', 'to']);
  });

  it('counts refused tokens in one entry, without a trace of them, at the latest at the shutdown', async () => {
    const header = { authorization: 'Bearer planted-wrong-token' };
    const untried = await service.call('GET', '/api/v1/relayers/r', undefined, { authorization: 'Basic planted' });
    expect(untried.status).toBe(401);
    const refused = await Promise.all(
      ['GET', 'PATCH', 'DELETE'].map((method) => service.call(method, '/api/v1/relayers/r', undefined, header)),
    );
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await entries()).toEqual([]);
    await service.close();
    service = await openApp({ database });
    const kept = await entries();
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({
      action: 'sign_in.failed',
      actor: { id: 'service' },
      request_id: null,
      after: { count: 3 },
    });
    expect(JSON.stringify(kept)).not.toContain('planted');
  });
});
