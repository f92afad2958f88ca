import { MAX_RPC_URLS } from '../../src/relayers/domain/rpc-config';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { openApp, type OpenApp } from '../support/open-app';
import { privateKey, relayerBody, signerBody } from '../support/samples';

interface Entry {
  readonly paths: readonly string[];
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

onEachDatabase('An audit entry of what is long', (create) => {
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

  const last = async (): Promise<Entry> => {
    const { json } = await service.call('GET', '/api/v1/audit-events?per_page=1000');
    return (json.data as readonly Entry[]).at(-1)!;
  };

  it('has of long lists and of a long reason only what changed', async () => {
    const receivers = Array.from({ length: 2_000 }, (_, index) => `0x${String(index).padStart(40, '0')}`);
    const patch = (body: object) => service.call('PATCH', '/api/v1/relayers/r', body);
    const reason = {
      type: 'Multiple',
      details: ['https://rpc.example.com/key', ...Array<string>(19).fill('x'.repeat(2_000))],
    };
    await service.call('POST', '/api/v1/signers', signerBody('s', privateKey(80)));
    const policies = { whitelist_receivers: receivers };
    await service.call('POST', '/api/v1/relayers', relayerBody('r', 's', { policies }));
    const disabled = await service.call('POST', '/api/v1/relayers/r/system-state', { disabled: true, reason });
    expect([disabled.status, (await last()).after]).toMatchObject([200, { disabled_reason: { type: 'Multiple' } }]);
    for (const small of [{ paused: true }, { policies: { min_balance: 1 } }]) {
      expect((await patch(small)).status).toBe(200);
      const entry = await last();
      expect(entry).toMatchObject({ after: small });
      expect(JSON.stringify(entry).length).toBeLessThan(4096);
    }
    await patch({ policies: { whitelist_receivers: receivers.slice(1) } });
    expect(await last()).toMatchObject({
      paths: ['policies.whitelist_receivers'],
      before: { policies: { whitelist_receivers: receivers.slice(0, 1) } },
      after: { policies: { whitelist_receivers: [] } },
    });
    await patch({ policies: { whitelist_receivers: null } });
    expect(await last()).toMatchObject({ before: { policies: { whitelist_receivers: receivers.slice(1) } } });
  });

  it('has of many endpoints only those that changed, and none where none did', async () => {
    const host = Array.from({ length: 4 }, () => 'x'.repeat(55)).join('.');
    const endpoints = Array.from({ length: MAX_RPC_URLS }, (_, index) => ({
      url: `https://${host}.example.com/`.padEnd(900, 'y') + String(index),
      weight: 100,
    }));
    const seen = { url: `https://${host}.example.com/***`, weight: 100 };
    const patch = (body: object) => service.call('PATCH', '/api/v1/relayers/r', body);
    await service.call('POST', '/api/v1/signers', signerBody('s', privateKey(79)));
    await service.call('POST', '/api/v1/relayers', relayerBody('r', 's', { custom_rpc_urls: endpoints }));
    await patch({ paused: true });
    const { before, after } = await last();
    expect([before, after]).toMatchObject([{ paused: false }, { paused: true }]);
    for (const state of [before, after]) expect(state).not.toHaveProperty('custom_rpc_urls');
    expect(JSON.stringify(await last()).length).toBeLessThan(4096);
    await patch({ custom_rpc_urls: [{ url: `${endpoints[0]!.url}z`, weight: 100 }, ...endpoints.slice(1)] });
    expect(await last()).toMatchObject({
      paths: ['custom_rpc_urls'],
      before: { custom_rpc_urls: [seen] },
      after: { custom_rpc_urls: [seen] },
    });
    await patch({ custom_rpc_urls: [...endpoints.slice(1)].reverse() });
    expect(await last()).toMatchObject({ before: { custom_rpc_urls: [seen] }, after: { custom_rpc_urls: [] } });
    await patch({ custom_rpc_urls: null });
    expect((await last()).after).toMatchObject({ custom_rpc_urls: null });
    expect((await last()).before).toMatchObject({ custom_rpc_urls: Array(MAX_RPC_URLS - 1).fill(seen) });
  });
});
