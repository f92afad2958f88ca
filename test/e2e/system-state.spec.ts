import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { asToken, type TokenCaller } from '../support/as-token';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const RELAYER = '/api/v1/relayers/relayer-1';
const STATE = `${RELAYER}/system-state`;
const ENABLED = { disabled: false };
const REASON = { type: 'RpcValidationFailed', details: 'No endpoint answers' };
const DISABLED = { disabled: true, reason: REASON };

onEachDatabase('The system state of a relayer', (create) => {
  const service = sharedApp(create, { settings: { rateLimit: { perSecond: 1, burst: 1000 } } });
  let runtime: TokenCaller;

  beforeAll(async () => {
    await service.add('signers', aSigner());
    runtime = await asToken(service, { permissions: ['relayers:system'] });
  });
  beforeEach(() => service.add('relayers', aRelayer({ policies: { min_balance: 2n ** 100n } })));
  afterEach(() => service.call('DELETE', RELAYER));

  const set = (body: unknown, headers: Record<string, string> = {}) => service.call('POST', STATE, body, headers);
  const audited = async (): Promise<readonly Record<string, unknown>[]> => {
    const { json } = await service.call('GET', '/api/v1/audit-events?resource=relayer&id=relayer-1&per_page=1000');
    return json.data;
  };

  it.each([
    REASON,
    { type: 'NonceSyncFailed', details: 'x' },
    { type: 'BalanceCheckFailed', details: 'x'.repeat(2000) },
    { type: 'SequenceSyncFailed', details: 'ключ "🔑"\n$&' },
    { type: 'Multiple', details: ['No balance', { type: 'RpcValidationFailed', details: 'No endpoint answers' }] },
    { type: 'Multiple', details: Array.from({ length: 20 }, (_, index) => `reason ${String(index)}`) },
  ])('is set with a reason, and cleared: %j', async (reason) => {
    const before = await service.call('GET', RELAYER);
    const disabled = await set({ disabled: true, reason });
    expect(disabled).toMatchObject({
      status: 200,
      json: { success: true, data: { system_disabled: true, disabled_reason: reason }, error: '' },
    });
    expect(disabled.text).toContain(`"min_balance":${String(2n ** 100n)}`);
    const read = await service.call('GET', RELAYER);
    expect([read.text, read.headers.get('etag')]).toEqual([disabled.text, disabled.headers.get('etag')]);
    const enabled = await set({ disabled: false, retry_count: 2 ** 32 - 1 });
    expect(enabled.text).toBe(before.text);
    expect(new Set([before, disabled, enabled].map(({ headers }) => headers.get('etag'))).size).toBe(3);
  });

  it('is not changed by what it already is, not even its version', async () => {
    const never = await service.call('GET', RELAYER);
    expect((await set(ENABLED)).headers.get('etag')).toBe(never.headers.get('etag'));
    const first = await set(DISABLED);
    const second = await set({ reason: { details: REASON.details, type: REASON.type }, disabled: true });
    expect([second.text, second.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')]);
    const other = await set({ disabled: true, reason: { ...REASON, details: 'Another endpoint' } });
    expect(other.headers.get('etag')).not.toBe(first.headers.get('etag'));
    expect((await audited()).slice(-3).map(({ action }) => action)).toEqual([
      'relayer.created',
      'relayer.system_disabled',
      'relayer.system_disabled',
    ]);
  });

  it('is what PATCH neither sets nor clears, and does not stand in its way', async () => {
    for (const field of [{ system_disabled: true }, { disabled_reason: REASON }]) {
      expect((await service.call('PATCH', RELAYER, field)).status).toBe(400);
    }
    await set(DISABLED);
    expect((await service.call('PATCH', RELAYER, { system_disabled: false, disabled_reason: null })).status).toBe(400);
    const patched = await service.call('PATCH', RELAYER, { paused: true, policies: { gas_price_cap: 1 } });
    expect(patched).toMatchObject({
      status: 200,
      json: { data: { paused: true, system_disabled: true, disabled_reason: REASON } },
    });
    expect((await set(ENABLED)).json.data).toMatchObject({ paused: true, system_disabled: false });
  });

  it('is set under If-Match only where nobody was faster', async () => {
    const tag = (await service.call('GET', RELAYER)).headers.get('etag')!;
    expect((await set(DISABLED, { 'if-match': tag })).status).toBe(200);
    for (const body of [ENABLED, DISABLED]) {
      expect(await set(body, { 'if-match': tag })).toMatchObject({
        status: 412,
        json: { message: 'Precondition Failed' },
      });
    }
    expect(await service.read(RELAYER)).toMatchObject({ system_disabled: true });
  });

  it('is validated before the relayer, of which there may be none', async () => {
    const absent = '/api/v1/relayers/absent/system-state';
    expect(await service.call('POST', absent, DISABLED)).toMatchObject({
      status: 404,
      json: { success: false, data: null, message: 'Relayer with ID absent not found' },
    });
    expect((await service.call('POST', absent, { disabled: 1 })).status).toBe(400);
  });

  it('needs a permission of its own, which allows nothing else', async () => {
    for (const permission of ['relayers:read', 'relayers:write', 'configuration:write'] as const) {
      const other = await asToken(service, { permissions: [permission] });
      expect((await other.call('POST', STATE, DISABLED)).status).toBe(403);
    }
    expect(await service.read(RELAYER)).toMatchObject({ system_disabled: false });
    expect((await runtime.call('POST', STATE, DISABLED)).status).toBe(200);
    expect((await runtime.call('GET', RELAYER)).status).toBe(403);
    expect((await runtime.call('PATCH', RELAYER, { paused: true })).status).toBe(403);
  });

  it('counts against the rate limit of the token', async () => {
    expect((await set(ENABLED)).headers.get('x-ratelimit-limit')).toBe('1000');
  });

  it('shows URLs whole only to those who may write relayers', async () => {
    const key = 'https://user:secret@rpc.example.com/v3/secret?key=secret';
    await service.call('PATCH', RELAYER, { custom_rpc_urls: [{ url: key }] });
    const details = [`error for url (${key}): timed out, wss://rpc.example.com/secret`, 'no key'];
    const masked = ['error for url (https://***@rpc.example.com/*** timed out, wss://rpc.example.com/***', 'no key'];
    const said = await runtime.call('POST', STATE, { disabled: true, reason: { type: 'Multiple', details } });
    expect(said.json.data).toMatchObject({
      disabled_reason: { type: 'Multiple', details: masked },
      custom_rpc_urls: [{ url: 'https://***@rpc.example.com/***' }],
    });
    expect(said.text).toContain(`"min_balance":${String(2n ** 100n)}`);
    const reader = await asToken(service, { permissions: ['relayers:read'] });
    const read = await reader.call('GET', RELAYER);
    expect(read.text).toBe(said.text);
    expect(read.headers.get('etag')).toBe(said.headers.get('etag'));
    expect((await reader.call('GET', '/api/v1/relayers?system_disabled=true')).text).not.toContain('secret');
    expect(await service.read(RELAYER)).toMatchObject({ disabled_reason: { details } });
    expect((await set({ disabled: true, reason: { type: 'Multiple', details } })).json.data).toMatchObject({
      disabled_reason: { details },
    });
  });

  it('is in the audit trail, without what a URL may hold', async () => {
    const details = 'https://user:secret@rpc.example.com/secret failed';
    await set({ disabled: true, reason: { ...REASON, details } });
    await service.call('PATCH', RELAYER, { custom_rpc_urls: [{ url: 'https://rpc.example.com/secret' }] });
    await set({ disabled: false, retry_count: 3 });
    const entries = (await audited()).slice(-3);
    const disabled_reason = { ...REASON, details: 'https://***@rpc.example.com/*** failed' };
    expect(entries).toMatchObject([
      {
        action: 'relayer.system_disabled',
        version: 2,
        paths: ['system_disabled', 'disabled_reason'],
        before: { system_disabled: false },
        after: { system_disabled: true, disabled_reason },
      },
      {
        action: 'relayer.updated',
        paths: ['custom_rpc_urls'],
        after: { system_disabled: true, custom_rpc_urls: [{ url: 'https://rpc.example.com/***' }] },
      },
      {
        action: 'relayer.system_enabled',
        version: 4,
        paths: ['system_disabled', 'disabled_reason'],
        before: { system_disabled: true, disabled_reason },
        after: { system_disabled: false },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });

  it('stays through a configuration that is applied', async () => {
    await set(DISABLED);
    const { configuration } = (await service.read('/api/v1/configuration')) as {
      readonly configuration: { readonly relayers: readonly Record<string, unknown>[] };
    };
    expect(JSON.stringify(configuration)).not.toContain(REASON.details);
    const relayers = configuration.relayers.map((relayer) => ({ ...relayer, name: 'Applied' }));
    const applied = await service.call('POST', '/api/v1/configuration/apply', { relayers });
    expect(applied.status).toBe(200);
    expect(await service.read(RELAYER)).toMatchObject({
      name: 'Applied',
      system_disabled: true,
      disabled_reason: REASON,
    });
  });
});
