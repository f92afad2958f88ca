import { aNotification } from '../builders/a-notification';
import { asToken, type TokenCaller } from '../support/as-token';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const PATH = '/api/v1/notifications/notification-1';
const WHOLE = 'https://user:key@hooks.example.com/services/key?token=key';
const MASKED = 'https://***@hooks.example.com/***';

onEachDatabase('The URLs of webhooks', (create) => {
  const service = sharedApp(create);
  let reader: TokenCaller;
  let writer: TokenCaller;
  let blind: TokenCaller;

  beforeAll(async () => {
    await service.add('notifications', aNotification({ url: WHOLE }));
    reader = await asToken(service, { permissions: ['notifications:read'] });
    writer = await asToken(service, { permissions: ['notifications:read', 'notifications:write'] });
    blind = await asToken(service, { permissions: ['notifications:write'] });
  });

  it.each([PATH, '/api/v1/notifications'])(
    'are masked on %s for who may not write, and whole for who may',
    async (path) => {
      for (let times = 0; times < 2; times++) {
        const seen = await reader.call('GET', path);
        expect([seen.json.data].flat()).toMatchObject([{ url: MASKED }]);
        expect(seen.text).not.toContain('key@');
        const written = await writer.call('GET', path);
        expect([written.json.data].flat()).toMatchObject([{ url: WHOLE }]);
        expect(written.headers.get('etag')).not.toBe(seen.headers.get('etag'));
      }
    },
  );

  it('are masked in what a write answers to who may not read', async () => {
    const url = 'https://hooks.example.com/other/key';
    const made = await blind.call('POST', '/api/v1/notifications', { id: 'made', url }, { 'idempotency-key': 'one' });
    expect(made).toMatchObject({ status: 201, json: { data: { url: 'https://hooks.example.com/***' } } });
    const again = await blind.call('POST', '/api/v1/notifications', { id: 'made', url }, { 'idempotency-key': 'one' });
    expect(again.text).toBe(made.text);
    for (const change of [{ signing_key: 'k'.repeat(32) }, {}]) {
      const changed = await blind.call('PATCH', '/api/v1/notifications/made', change);
      expect(changed).toMatchObject({ status: 200, json: { data: { url: 'https://hooks.example.com/***' } } });
    }
    expect(await service.read('/api/v1/notifications/made')).toMatchObject({ url });
    await service.call('DELETE', '/api/v1/notifications/made');
  });

  it('that were masked are refused, and say so', async () => {
    const fault = { path: 'url', message: 'must be whole: a part of it is masked by ***' };
    const { url } = (await reader.call('GET', PATH)).json.data as { url: string };
    for (const [method, path] of [
      ['POST', '/api/v1/notifications'],
      ['PATCH', PATH],
    ] as const) {
      expect(await writer.call(method, path, { url })).toMatchObject({ status: 400, json: { errors: [fault] } });
    }
    const file = { notifications: [{ id: 'notification-1', type: 'webhook', url }] };
    const applied = await service.call('POST', '/api/v1/configuration/apply', file);
    expect(applied).toMatchObject({ status: 400, json: { errors: [{ message: fault.message }] } });
    expect(await service.read(PATH)).toMatchObject({ url: WHOLE });
  });

  it('are masked in the audit log', async () => {
    await service.call('PATCH', PATH, { url: `${WHOLE}2` });
    await service.call('PATCH', PATH, { url: WHOLE });
    const { json, text } = await service.call('GET', '/api/v1/audit-events?resource=notification&id=notification-1');
    expect((json.data as object[]).at(-1)).toMatchObject({
      paths: ['url'],
      before: { url: MASKED },
      after: { url: MASKED },
    });
    expect(text).not.toContain('token=');
  });

  it('are masked in what is delivered, and where that can be looked up', async () => {
    const list = await reader.call('GET', `${PATH}/deliveries`);
    const [{ id }] = list.json.data as [{ id: string }];
    const one = await reader.call('GET', `/api/v1/deliveries/${id}`);
    expect(JSON.parse((one.json.data as { body: string }).body)).toMatchObject({
      payload: { notification: { url: MASKED } },
    });
    expect(list.text + one.text).not.toContain('token=');
  });
});
