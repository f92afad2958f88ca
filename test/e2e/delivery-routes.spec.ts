import type { ServerResponse } from 'node:http';
import { DeliveryWorker } from '../../src/webhooks/delivery-worker';
import { PERMISSIONS } from '../../src/auth/domain/permissions';
import { onEachDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import {
  addTold,
  createToldService,
  type ShownDelivery,
  toldEventually,
  type ToldService,
  toldService,
} from '../support/told-service';
import { reactions } from '../support/webhook-receiver';

onEachDatabase('The routes of deliveries', (create) => {
  const told = toldService(create);

  const call: ToldService['service']['call'] = (...request) => told.service.call(...request);
  /** The deliveries for a notification once they are over. */
  const over = (notification: string, count: number): Promise<readonly ShownDelivery[]> =>
    eventually(async () => {
      const all = await told.deliveries(notification);
      expect(all.filter(({ state }) => state !== 'pending')).toHaveLength(count);
      return all;
    });

  it('list what a notification was told, page by page and by state, with every attempt', async () => {
    const receiver = await told.receiver(reactions.answer(200, {}, 'thanks'));
    const { relayer, notification } = await addTold(told, receiver.url);
    await told.patch(`relayers/${relayer}`, { name: 'renamed' });
    const [first] = await over(notification, 2);
    expect(first).toMatchObject({
      notification_id: notification,
      event: 'relayer_update',
      payload_type: 'relayer_created',
      resource: 'relayer',
      resource_id: relayer,
      version: 1,
      state: 'delivered',
      next_attempt_at: null,
      attempts: [{ status: 200, failure: null, answer: 'thanks' }],
    });
    expect(first!.attempts[0]!.latency_ms).toBeGreaterThanOrEqual(0);
    expect(first).not.toHaveProperty('body');
    const path = `/api/v1/notifications/${notification}/deliveries`;
    const { json, headers } = await call('GET', `${path}?per_page=1&state=delivered`);
    expect(json.pagination).toEqual({ current_page: 1, per_page: 1, total_items: 2 });
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    expect((await call('GET', next!)).json.data).toMatchObject([{ payload_type: 'relayer_updated' }]);
    expect((await call('GET', `${path}?state=failed`)).json).toMatchObject({
      data: [],
      pagination: { total_items: 0 },
    });
  });

  it('refuse a state that there is not, and a notification that there is not', async () => {
    const { status, json } = await call('GET', '/api/v1/notifications/x/deliveries?state=lost');
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: 'state', message: 'must be one of pending, delivered, failed, cancelled' }]);
    for (const [method, path] of [
      ['GET', '/api/v1/notifications/x/deliveries'],
      ['POST', '/api/v1/notifications/x/test'],
    ] as const) {
      expect(await call(method, path)).toMatchObject({ status: 404, json: { message: 'Notification not found' } });
    }
  });

  it('show one delivery with its body, and answer 304 while nothing came of it', async () => {
    const receiver = await told.receiver();
    const { notification } = await addTold(told, receiver.url);
    const [delivery] = await over(notification, 1);
    const path = `/api/v1/deliveries/${delivery!.id}`;
    const { json, headers } = await call('GET', path);
    expect(json.data).toMatchObject({ id: delivery!.id, body: receiver.requests[0]!.body });
    expect((await call('GET', path, undefined, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
    await call('POST', `${path}/replay`);
    await toldEventually(receiver, 2);
    await over(notification, 1);
    expect((await call('GET', path, undefined, { 'if-none-match': headers.get('etag')! })).status).toBe(200);
  });

  it.each(['unknown', 'x'.repeat(40), '..%2f'])('answer %j as a delivery that there is not', async (id) => {
    for (const [method, path] of [
      ['GET', `/api/v1/deliveries/${id}`],
      ['POST', `/api/v1/deliveries/${id}/replay`],
    ] as const) {
      const { status, json } = await call(method, path);
      expect([status, json.message]).toEqual([404, `Delivery with ID ${decodeURIComponent(id)} not found`]);
    }
  });

  it('replay a delivery with the same id and body, whatever came of it, and record who asked', async () => {
    const receiver = await told.receiver();
    const { notification } = await addTold(told, receiver.url);
    const [delivery] = await over(notification, 1);
    const replayed = await call('POST', `/api/v1/deliveries/${delivery!.id}/replay`);
    expect(replayed).toMatchObject({ status: 200, json: { data: { state: 'pending', attempts: [{ status: 200 }] } } });
    await toldEventually(receiver, 2);
    expect(receiver.requests[1]!.body).toBe(receiver.requests[0]!.body);
    expect(receiver.requests[1]!.headers['webhook-id']).toBe(receiver.requests[0]!.headers['webhook-id']);
    const [again] = await over(notification, 1);
    expect(again!.attempts).toHaveLength(2);
    const { json } = await call('GET', `/api/v1/audit-events?resource=delivery&id=${delivery!.id}`);
    expect(json.data).toMatchObject([{ action: 'delivery.replayed', before: { state: 'delivered' }, after: null }]);
  });

  it('replay what has failed for good with all of its attempts', async () => {
    const short = await createToldService(told.database, { retryDelaysMs: [] });
    try {
      const receiver = await short.receiver(reactions.answer(500));
      const { notification } = await addTold(short, receiver.url);
      const [failed] = await eventually(async () => {
        const all = await short.deliveries(notification, '&state=failed');
        expect(all).toHaveLength(1);
        return all;
      });
      receiver.react(reactions.answer(204, {}, ''));
      await short.post(`deliveries/${failed!.id}/replay`, undefined);
      await eventually(async () =>
        expect(await short.deliveries(notification)).toMatchObject([
          { state: 'delivered', attempts: [{ status: 500 }, { status: 204 }] },
        ]),
      );
    } finally {
      await short.close();
    }
  });

  it('test a notification at once, and tell what came of it', async () => {
    const receiver = await told.receiver(reactions.answer(500, {}, 'broken'));
    await told.post('notifications', { id: 'tested', url: `${receiver.url}/path?token=SECRET` });
    const failed = await call('POST', '/api/v1/notifications/tested/test');
    expect(failed).toMatchObject({
      status: 200,
      json: {
        data: {
          event: 'notification_test',
          state: 'failed',
          version: null,
          attempts: [{ status: 500, failure: 'answered 500', answer: 'broken' }],
        },
      },
    });
    expect(failed.text).not.toContain('SECRET');
    receiver.react(reactions.answer(200));
    expect(await told.post('notifications/tested/test', undefined)).toMatchObject({ state: 'delivered' });
    expect(receiver.requests[1]!.path).toBe('/path?token=SECRET');
    expect(await told.deliveries('tested')).toHaveLength(2);
    const { json } = await call('GET', '/api/v1/audit-events?resource=notification&id=tested');
    expect((json.data as { action: string; after: unknown }[]).slice(1)).toMatchObject([
      { action: 'notification.tested', after: { delivered: false } },
      { action: 'notification.tested', after: { delivered: true } },
    ]);
    told.after(86_400_000);
    expect(receiver.requests).toHaveLength(2);
  });

  it('wait for a test as long as deliveries do, though nothing is sent to the caller meanwhile', async () => {
    const slow = await createToldService(told.database, { timeoutMs: 16_000 });
    try {
      const receiver = await slow.receiver(reactions.hang());
      await slow.post('notifications', { id: 'slow', url: receiver.url });
      const tested = await slow.post('notifications/slow/test', undefined);
      expect(tested).toMatchObject({ state: 'failed', attempts: [{ failure: 'no answer within 16 s' }] });
    } finally {
      await slow.close();
    }
  });

  it('send a test when there is a slot for it, as deliveries are', async () => {
    const answers: ServerResponse[] = [];
    const receiver = await told.receiver((response) => answers.push(response));
    await told.post('notifications', { id: 'slot', url: receiver.url });
    const worker = told.service.app.get(DeliveryWorker);
    expect(worker.inFlight).toBe(0);
    const tested = told.post('notifications/slot/test', undefined);
    await eventually(() => expect(answers).toHaveLength(1));
    expect(worker.inFlight).toBe(1);
    answers[0]!.end();
    expect(await tested).toMatchObject({ state: 'delivered' });
    expect(worker.inFlight).toBe(0);
  });

  it('tell where a test was refused before a connection was made', async () => {
    await told.post('notifications', { id: 'inside', url: 'http://hooks.example.com/' });
    const { service } = told;
    const { json } = await service.call('POST', '/api/v1/notifications/inside/test');
    expect(json.data).toMatchObject({ state: 'failed', attempts: [{ status: null }] });
  });

  it('show a restricted token nothing about other relayers', async () => {
    const receiver = await told.receiver();
    const { relayer, notification } = await addTold(told, receiver.url);
    const other = await addTold(told, receiver.url);
    await told.patch(`relayers/${other.relayer}`, { notification_id: notification });
    await told.post(`notifications/${notification}/test`, undefined);
    const all = await over(notification, 3);
    const issued = await told.post('tokens', { name: 'one', permissions: ['*'], relayers: [relayer] });
    const authorization = `Bearer ${String(issued.token)}`;
    const { json } = await call('GET', `/api/v1/notifications/${notification}/deliveries`, undefined, {
      authorization,
    });
    expect(json.pagination?.total_items).toBe(2);
    expect((json.data as ShownDelivery[]).map(({ id }) => id)).toEqual([all[0]!.id, all[2]!.id]);
    for (const [method, path] of [
      ['GET', `/api/v1/deliveries/${all[1]!.id}`],
      ['POST', `/api/v1/deliveries/${all[1]!.id}/replay`],
    ] as const) {
      expect((await call(method, path, undefined, { authorization })).status).toBe(404);
      expect((await call(method, path)).status).toBe(200);
    }
  });

  it.each([
    ['GET', 'notifications/NOTIFICATION/deliveries', 'notifications:read'],
    ['GET', 'deliveries/DELIVERY', 'notifications:read'],
    ['POST', 'deliveries/DELIVERY/replay', 'notifications:write'],
    ['POST', 'notifications/NOTIFICATION/test', 'notifications:write'],
  ] as const)('%s /api/v1/%s is for %s', async (method, path, needed) => {
    const receiver = await told.receiver();
    const { notification } = await addTold(told, receiver.url);
    const [delivery] = await over(notification, 1);
    const filled = path.replace('NOTIFICATION', notification).replace('DELIVERY', delivery!.id);
    const statusFor = async (permissions: readonly string[]): Promise<number> => {
      const { token } = await told.post('tokens', { name: 'one', permissions });
      return (await call(method, `/api/v1/${filled}`, undefined, { authorization: `Bearer ${String(token)}` })).status;
    };
    expect(await statusFor([needed])).toBe(200);
    expect(await statusFor(PERMISSIONS.filter((permission) => permission !== needed))).toBe(403);
  });
});
