import { pluginEntity } from '../builders/entities';
import { asToken, type TokenCaller } from '../support/as-token';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';
import { removePlugin, storePlugins } from '../support/stored-plugins';

const PATH = '/api/v1/plugins/quote';
const CONFIG = { api_key: 'planted', retries: 3, nested: { of: ['planted'] } };
const MASKED = { '***': '***' };
const QUOTE = {
  id: 'quote',
  path: 'plugins/quote.ts',
  timeout: 300,
  emit_logs: false,
  emit_traces: false,
  raw_response: false,
  allow_get_invocation: false,
  forward_logs: false,
  config: CONFIG,
};

onEachDatabase('Plugins', (create) => {
  const service = sharedApp(create);
  let reader: TokenCaller;
  let writer: TokenCaller;
  let blind: TokenCaller;

  beforeAll(async () => {
    const events = ['plugin_update'];
    await service.add('notifications', { id: 'hook', url: 'https://hooks.example.com', events });
    reader = await asToken(service, { permissions: ['plugins:read'] });
    writer = await asToken(service, { permissions: ['plugins:read', 'plugins:write'] });
    blind = await asToken(service, { permissions: ['plugins:write'] });
  });

  beforeEach(() => storePlugins(service.app, pluginEntity('quote', { config: CONFIG })));
  afterEach(() => removePlugin(service.app, 'quote'));

  it('are listed and read, with every field', async () => {
    expect((await service.call('GET', '/api/v1/plugins')).json).toEqual({
      success: true,
      data: [QUOTE],
      error: '',
      pagination: { current_page: 1, per_page: 10, total_items: 1 },
    });
    const { json, headers } = await service.call('GET', PATH);
    expect(json).toEqual({ success: true, data: QUOTE, error: '' });
    const seen = { 'if-none-match': headers.get('etag')! };
    expect((await service.call('GET', PATH, undefined, seen)).status).toBe(304);
    expect((await service.call('HEAD', PATH)).status).toBe(200);
  });

  it.each(['my.plugin', 'g ö/x', 'ü'.repeat(255)])('are found by any text, percent-encoded: %s', async (id) => {
    await storePlugins(service.app, pluginEntity(id));
    const path = `/api/v1/plugins/${encodeURIComponent(id)}`;
    expect((await service.call('GET', path)).json.data).toMatchObject({ id });
    expect((await service.call('PATCH', path, { timeout: 7 })).json.data).toMatchObject({ id, timeout: 7 });
    expect((await service.call('POST', `${path}/call`, {})).status).toBe(501);
    const { json } = await service.call('GET', `/api/v1/audit-events?id=${encodeURIComponent(id)}`);
    expect(json.data).toMatchObject([{ action: 'plugin.created' }, { action: 'plugin.updated' }]);
    await removePlugin(service.app, id);
  });

  it.each(['GET', 'PATCH'])('that are not there are a 404 of %s', async (method) => {
    const reply = await service.call(method, '/api/v1/plugins/none', method === 'PATCH' ? {} : undefined);
    expect(reply).toMatchObject({
      status: 404,
      json: { success: false, data: null, message: 'Plugin with id none not found' },
    });
  });

  it.each<Record<string, unknown>>([
    { timeout: 1 },
    { timeout: Number.MAX_SAFE_INTEGER },
    { emit_logs: true, emit_traces: true, raw_response: true, allow_get_invocation: true, forward_logs: true },
    { config: { replaced: {} } },
    { config: {} },
    { config: null },
  ])('are changed by %j, and nothing else of them is', async (change) => {
    const { status, json, headers } = await service.call('PATCH', PATH, change);
    expect([status, json.data]).toEqual([200, { ...QUOTE, ...change }]);
    const read = await service.call('GET', PATH);
    expect([read.json, read.headers.get('etag')]).toEqual([json, headers.get('etag')]);
  });

  it('keep every digit of a timeout, also where its change is told', async () => {
    const { text } = await service.call('PATCH', PATH, '{"timeout":18446744073709551615}');
    expect(text).toContain('"timeout":18446744073709551615');
    expect((await service.call('GET', PATH)).text).toBe(text);
    const audited = await service.call('GET', '/api/v1/audit-events?id=quote&per_page=1000');
    expect(audited.text).toContain('"timeout":18446744073709551615');
  });

  it('keep every digit of what they are configured with', async () => {
    const config = '{"amount":123456789012345678901234567890,"fraction":0.1}';
    const { text } = await service.call('PATCH', PATH, `{"config":${config}}`);
    expect(text).toContain(`"config":${config}`);
  });

  it.each<Record<string, unknown>>([{}, { timeout: 300 }, { config: CONFIG }])(
    'keep their version where %j changes nothing',
    async (change) => {
      const before = await service.call('GET', PATH);
      const after = await service.call('PATCH', PATH, change);
      expect([after.status, after.text]).toEqual([200, before.text]);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    },
  );

  it.each<[string | object, readonly string[]]>([
    [{ timeout: 0 }, ['timeout']],
    [{ timeout: 1.5 }, ['timeout']],
    [{ timeout: -1 }, ['timeout']],
    [{ timeout: '30' }, ['timeout']],
    [{ timeout: { secs: 30, nanos: 0 } }, ['timeout']],
    [{ timeout: null, emit_logs: null, forward_logs: null }, ['timeout', 'emit_logs', 'forward_logs']],
    [
      { emit_logs: 'true', emit_traces: 1, raw_response: [], allow_get_invocation: {}, forward_logs: 0 },
      ['emit_logs', 'emit_traces', 'raw_response', 'allow_get_invocation', 'forward_logs'],
    ],
    [{ config: [] }, ['config']],
    [{ config: 'text' }, ['config']],
    ['{"config":{"a":{"b":[1e999]}}}', ['config']],
    [{ id: 'other', path: 'plugins/other.ts', more: 1 }, ['id', 'path', 'more']],
    [[], ['body']],
  ])('refuse %j, and change nothing', async (body, paths) => {
    const { status, json } = await service.call('PATCH', PATH, body);
    expect([status, json.message, json.errors?.map(({ path }) => path)]).toEqual([400, 'Bad Request', paths]);
    expect(await service.read(PATH)).toEqual(QUOTE);
  });

  it('are changed only in the state that If-Match names', async () => {
    const { headers } = await service.call('GET', PATH);
    const tag = { 'if-match': headers.get('etag')! };
    expect((await service.call('PATCH', PATH, { timeout: 1 }, tag)).status).toBe(200);
    expect((await service.call('PATCH', PATH, { timeout: 2 }, tag)).status).toBe(412);
    expect(await service.read(PATH)).toMatchObject({ timeout: 1 });
  });

  it('keep both of two changes of different fields at once', async () => {
    const changes = [{ timeout: 5 }, { emit_logs: true }, { config: { only: 'this' } }];
    const replies = await Promise.all(changes.map((change) => service.call('PATCH', PATH, change)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await service.read(PATH)).toEqual({ ...QUOTE, timeout: 5, emit_logs: true, config: { only: 'this' } });
  });

  it('tell what they are configured with only to who may both read and write them', async () => {
    for (const path of [PATH, '/api/v1/plugins']) {
      const masked = await reader.call('GET', path);
      expect([masked.json.data].flat()).toEqual([{ ...QUOTE, config: MASKED }]);
      expect(masked.text).not.toMatch(/planted|api_key/);
      const whole = await writer.call('GET', path);
      expect([whole.json.data].flat()).toEqual([QUOTE]);
      expect(whole.headers.get('etag')).not.toBe(masked.headers.get('etag'));
    }
    const patched = await blind.call('PATCH', PATH, { timeout: 9 });
    expect(patched).toMatchObject({ status: 200, json: { data: { timeout: 9, config: MASKED } } });
    expect((await blind.call('GET', PATH)).status).toBe(403);
    expect((await reader.call('PATCH', PATH, {})).status).toBe(403);
  });

  it('refuse a configuration that was masked, and say so', async () => {
    const message = 'must be whole: it is masked by ***';
    const reply = await writer.call('PATCH', PATH, { config: MASKED });
    expect(reply).toMatchObject({ status: 400, json: { errors: [{ path: 'config', message }] } });
  });

  it('leave audit entries and events that tell nothing of their configuration', async () => {
    await service.call('PATCH', PATH, { timeout: 7, config: { api_key: 'planted too' } });
    await removePlugin(service.app, 'quote');
    const audit = await service.call('GET', '/api/v1/audit-events?resource=plugin&id=quote&per_page=1000');
    const entries = audit.json.data as readonly object[];
    expect(entries.slice(-3)).toMatchObject([
      { action: 'plugin.created', before: null, after: { id: 'quote', config: '[set]' } },
      { action: 'plugin.updated', paths: ['timeout', 'config'], before: { timeout: 300 }, after: { timeout: 7 } },
      { action: 'plugin.deleted', before: { timeout: 7, config: '[set]' }, after: null },
    ]);
    const { json } = await service.call('GET', '/api/v1/notifications/hook/deliveries?per_page=1000');
    const deliveries = await Promise.all(
      (json.data as readonly { id: string }[]).slice(-3).map(({ id }) => service.read(`/api/v1/deliveries/${id}`)),
    );
    const bodies = deliveries.map(({ body }) => JSON.parse(String(body)) as unknown);
    expect(bodies).toMatchObject([
      { event: 'plugin_update', payload: { payload_type: 'plugin_created', plugin: { config: MASKED }, version: 1 } },
      { event: 'plugin_update', payload: { payload_type: 'plugin_updated', plugin: { timeout: 7 }, version: 2 } },
      { event: 'plugin_update', payload: { payload_type: 'plugin_deleted', plugin: { config: MASKED } } },
    ]);
    expect(audit.text + JSON.stringify(bodies)).not.toMatch(/planted|api_key/);
  });

  it.each([
    ['GET', PATH],
    ['PATCH', PATH],
    ['GET', '/api/v1/plugins'],
    ['POST', `${PATH}/call`],
  ])('are nobody’s without a good token: %s %s', async (method, path) => {
    const { status } = await service.call(method, path, undefined, { authorization: 'Bearer nobody' });
    expect(status).toBe(401);
  });
});
