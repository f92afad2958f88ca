import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { onEachDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { addTold, type ShownDelivery, toldEventually, toldService, toldTo } from '../support/told-service';
import { reactions } from '../support/webhook-receiver';

const KEY = 'a-signing-key-of-more-than-32-characters';
const SECONDS = 1_000;
const HOURS = 3_600_000;

onEachDatabase('Webhooks', (create) => {
  const told = toldService(create);

  /** A list reads the attempts after the deliveries: for a moment it may have an attempt before what follows from it. */
  const expectLater = ({ next_attempt_at }: ShownDelivery): void =>
    expect(Date.parse(next_attempt_at!)).toBeGreaterThan(told.clock.now().getTime());

  it('are told of everything that happens to a relayer, in its order, with its versions', async () => {
    const receiver = await told.receiver();
    const { relayer } = await addTold(told, receiver.url);
    await told.patch(`relayers/${relayer}`, { name: 'renamed' });
    await told.patch(`relayers/${relayer}`, { paused: true });
    await told.patch(`relayers/${relayer}`, { paused: false, name: 'both' });
    const reason = { type: 'RpcValidationFailed', details: 'no answer from https://rpc.example.com/v1/SECRET' };
    await told.post(`relayers/${relayer}/system-state`, { disabled: true, reason });
    await told.post(`relayers/${relayer}/system-state`, { disabled: false, retry_count: 3 });
    await told.service.call('DELETE', `/api/v1/relayers/${relayer}`);
    const all = await toldEventually(receiver, 8);
    expect(all.map(({ event, payload }) => [event, payload.payload_type, payload.version])).toEqual([
      ['relayer_update', 'relayer_created', 1],
      ['relayer_update', 'relayer_updated', 2],
      ['relayer_state_update', 'relayer_paused', 3],
      ['relayer_state_update', 'relayer_resumed', 4],
      ['relayer_update', 'relayer_updated', 4],
      ['relayer_state_update', 'relayer_disabled', 5],
      ['relayer_state_update', 'relayer_enabled', 6],
      ['relayer_update', 'relayer_deleted', 6],
    ]);
    expect(all[5]!.payload).toMatchObject({
      disable_reason: 'no answer from https://rpc.example.com/***',
      relayer: { id: relayer, system_disabled: true },
    });
    expect(all[6]!.payload).toMatchObject({ retry_count: 3, relayer: { system_disabled: false } });
    expect(new Set(all.map(({ id }) => id)).size).toBe(8);
  });

  it('are told what callers see who may only read: no credential of an endpoint, and every digit', async () => {
    const receiver = await told.receiver();
    const { relayer } = await addTold(told, receiver.url, {
      custom_rpc_urls: [{ url: 'https://rpc.example.com/v1/SECRET?key=SECRET', weight: 5 }],
      policies: { min_balance: '340282366920938463463374607431768211455' },
    });
    const [created] = await toldEventually(receiver, 1);
    expect(created!.payload.relayer).toMatchObject({
      id: relayer,
      custom_rpc_urls: [{ url: 'https://rpc.example.com/***', weight: 5 }],
    });
    expect(receiver.requests[0]!.body).toContain('"min_balance":340282366920938463463374607431768211455');
    expect(receiver.requests[0]!.body).not.toContain('SECRET');
  });

  it('are told where the relayer points now, and nobody where it points nowhere', async () => {
    const [first, second] = [await told.receiver(), await told.receiver()];
    const { relayer } = await addTold(told, first.url);
    const { notification } = await addTold(told, second.url);
    await told.patch(`relayers/${relayer}`, { notification_id: notification });
    await told.patch(`relayers/${relayer}`, { notification_id: null });
    await told.patch(`relayers/${relayer}`, { notification_id: notification, name: 'back' });
    const events = await toldEventually(second, 3);
    // What is about different relayers comes in any order.
    const versionsOf = (id: string): unknown[] =>
      events.filter(({ payload }) => payload.relayer?.id === id).map(({ payload }) => payload.version);
    expect([versionsOf(notification), versionsOf(relayer)]).toEqual([[1], [2, 4]]);
    await toldEventually(first, 1);
  });

  it('hear of their own change where they point then, signed by the new key and the one before', async () => {
    const [before, after] = [await told.receiver(), await told.receiver()];
    const { notification } = await addTold(told, before.url, {}, { signing_key: KEY });
    await toldEventually(before, 1);
    await told.patch(`notifications/${notification}`, { url: after.url, signing_key: `${KEY}-new` });
    const [updated] = await toldEventually(after, 1);
    expect(updated).toMatchObject({ event: 'notification_update', payload: { payload_type: 'notification_updated' } });
    const { headers, body } = after.requests[0]!;
    expect(headers['x-signature']).toBe(createHmac('sha256', `${KEY}-new`).update(body).digest('base64'));
    expect(headers['webhook-id']).toBe(updated!.id);
    const signed = { ...headers, 'webhook-timestamp': String(headers['webhook-timestamp']) } as unknown as Record<
      string,
      string
    >;
    expect(Number(signed['webhook-timestamp'])).toBe(Math.floor(told.clock.now().getTime() / SECONDS));
    jest.useFakeTimers({ now: told.clock.now(), doNotFake: ['setTimeout', 'setInterval', 'setImmediate', 'nextTick'] });
    for (const key of [KEY, `${KEY}-new`]) {
      expect(new Webhook(key, { format: 'raw' }).verify(body, signed)).toEqual(updated);
    }
    jest.useRealTimers();
    told.after(24 * HOURS + 1);
    await told.post(`notifications/${notification}/test`, undefined);
    expect(String(after.requests[1]!.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  it('are told of signers only where they subscribe to that', async () => {
    const [every, some] = [await told.receiver(), await told.receiver()];
    await told.post('notifications', { id: 'every', url: every.url, events: ['signer_update'] });
    await told.post('notifications', { id: 'some', url: some.url });
    await told.post('signers', { id: 's', type: 'local', config: { key: '7'.padStart(64, '0') } });
    await told.service.call('DELETE', '/api/v1/signers/s');
    const events = await toldEventually(every, 2);
    expect(events.map(({ payload }) => payload.payload_type)).toEqual(['signer_created', 'signer_deleted']);
    expect(every.requests.map(({ body }) => body).join()).not.toContain('7'.padStart(64, '0'));
    expect(some.requests).toEqual([]);
  });

  it('are asked again after 5 s, 5 min and so on, for the same event, and not after it has failed for good', async () => {
    const receiver = await told.receiver(reactions.answer(503, {}, 'not now'));
    const { notification } = await addTold(told, receiver.url);
    const delays = [5 * SECONDS, 300 * SECONDS, 0.5 * HOURS, 2 * HOURS, 5 * HOURS, 10 * HOURS, 10 * HOURS];
    for (const [index, delay] of delays.entries()) {
      const [waiting] = await eventually(async () => {
        const all = await told.deliveries(notification);
        expect(all[0]!.attempts).toHaveLength(index + 1);
        expectLater(all[0]!);
        return all;
      });
      expect(waiting).toMatchObject({ state: 'pending', attempts: expect.arrayContaining([]) });
      const wait = Date.parse(waiting!.next_attempt_at!) - told.clock.now().getTime();
      expect(wait).toBeGreaterThanOrEqual(delay * 0.9);
      expect(wait).toBeLessThanOrEqual(delay * 1.1);
      told.after(wait - 1);
      told.after(1);
    }
    const [failed] = await eventually(async () => {
      const all = await told.deliveries(notification, '&state=failed');
      expect(all).toHaveLength(1);
      return all;
    });
    expect(failed!.attempts).toHaveLength(8);
    expect(failed!.attempts[7]).toMatchObject({ status: 503, failure: 'answered 503', answer: 'not now' });
    expect(new Set(toldTo(receiver).map(({ id }) => id))).toEqual(new Set([failed!.id]));
    told.after(240 * HOURS);
    expect(receiver.requests).toHaveLength(8);
  });

  it('that ask for it are left alone for longer', async () => {
    const receiver = await told.receiver(reactions.answer(429, { 'retry-after': '3600' }));
    const { notification } = await addTold(told, receiver.url);
    const [waiting] = await eventually(async () => {
      const all = await told.deliveries(notification);
      expect(all[0]?.attempts).toHaveLength(1);
      expectLater(all[0]!);
      return all;
    });
    expect(Date.parse(waiting!.next_attempt_at!) - told.clock.now().getTime()).toBe(HOURS);
  });

  it('that fail hold up neither the next event of the relayer nor other notifications', async () => {
    const [failing, healthy] = [await told.receiver(reactions.answer(500)), await told.receiver()];
    const bad = await addTold(told, failing.url);
    const good = await addTold(told, healthy.url);
    for (const name of ['one', 'two']) {
      await told.patch(`relayers/${bad.relayer}`, { name });
      await told.patch(`relayers/${good.relayer}`, { name });
    }
    const events = await toldEventually(failing, 3);
    expect(events.map(({ payload }) => payload.version)).toEqual([1, 2, 3]);
    await toldEventually(healthy, 3);
  });

  it('that hang hold up nobody else, however many they are', async () => {
    const hanging = await told.receiver(reactions.hang());
    const healthy = await told.receiver();
    for (let index = 0; index < 40; index++) await addTold(told, `${hanging.url}/${String(index)}`);
    await eventually(() => expect(hanging.requests.length).toBeGreaterThanOrEqual(20));
    const { relayer } = await addTold(told, healthy.url);
    await told.patch(`relayers/${relayer}`, { name: 'renamed' });
    await toldEventually(healthy, 2);
  }, 60_000);
});
