import type { ServerResponse } from 'node:http';
import { DeliveryWorker } from '../../src/webhooks/delivery-worker';
import { onEachDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { addTold, toldEventually, toldService } from '../support/told-service';
import { reactions } from '../support/webhook-receiver';

const SECONDS = 1_000;
const DAYS = 86_400 * SECONDS;

onEachDatabase('Webhooks over time', (create) => {
  const told = toldService(create);
  let waiting: ServerResponse;
  const held = (response: ServerResponse): void => void (waiting = response);
  const standingOf = async (notification: string): Promise<unknown> => {
    const { json } = await told.service.call('GET', `/api/v1/notifications/${notification}`);
    return (json.data as Record<string, unknown>).delivery_state;
  };

  it('that answer 410 are told nothing more, until a test succeeds', async () => {
    const receiver = await told.receiver(reactions.answer(410));
    const { relayer, notification } = await addTold(told, receiver.url);
    await eventually(async () => expect(await standingOf(notification)).toBe('disabled'));
    receiver.react(reactions.answer(200));
    await told.patch(`relayers/${relayer}`, { name: 'unheard' });
    await eventually(async () => {
      const states = (await told.deliveries(notification)).map(({ state }) => state);
      expect(states).toEqual(['failed', 'cancelled']);
    });
    expect(await told.post(`notifications/${notification}/test`, undefined)).toMatchObject({ state: 'delivered' });
    await told.patch(`relayers/${relayer}`, { name: 'heard' });
    const events = await toldEventually(receiver, 3);
    expect(events.map(({ payload }) => payload.payload_type)).toEqual([
      'relayer_created',
      'notification_test',
      'relayer_updated',
    ]);
    expect(await standingOf(notification)).toBeUndefined();
  });

  it('are told at a new URL also where the one before answers 410 only then', async () => {
    const [before, after] = [await told.receiver(held), await told.receiver()];
    const { relayer, notification } = await addTold(told, before.url);
    await toldEventually(before, 1);
    await told.patch(`relayers/${relayer}`, { name: 'renamed' });
    await told.patch(`notifications/${notification}`, { url: after.url });
    waiting.writeHead(410).end();
    const payloads = (await toldEventually(after, 2)).map(({ payload }) => payload);
    expect(payloads).toContainEqual(expect.objectContaining({ payload_type: 'relayer_updated', version: 2 }));
    expect(await standingOf(notification)).toBeUndefined();
  });

  it('stay disabled at a new URL where a test of the one before succeeds only then', async () => {
    const [before, after] = [await told.receiver(reactions.answer(410)), await told.receiver(reactions.answer(410))];
    const { relayer, notification } = await addTold(told, before.url);
    await eventually(async () => expect(await standingOf(notification)).toBe('disabled'));
    before.react(held);
    const test = told.post(`notifications/${notification}/test`, undefined);
    await toldEventually(before, 2);
    await told.patch(`notifications/${notification}`, { url: after.url });
    await told.patch(`relayers/${relayer}`, { name: 'renamed' });
    await eventually(async () => expect(await standingOf(notification)).toBe('disabled'));
    waiting.writeHead(200).end();
    expect(await test).toMatchObject({ state: 'delivered' });
    expect(await standingOf(notification)).toBe('disabled');
  });

  it('are shown as failing after five days without success, and no longer after one', async () => {
    const receiver = await told.receiver(reactions.answer(500));
    const { relayer, notification } = await addTold(told, receiver.url);
    await toldEventually(receiver, 1);
    await eventually(async () => expect((await told.deliveries(notification))[0]!.attempts).toHaveLength(1));
    told.clock.advance(5 * DAYS - 1);
    await told.patch(`relayers/${relayer}`, { name: 'one' });
    await eventually(async () => expect((await told.deliveries(notification)).at(-1)!.attempts).toHaveLength(1));
    expect(await standingOf(notification)).toBeUndefined();
    told.clock.advance(1);
    await told.patch(`relayers/${relayer}`, { name: 'two' });
    await eventually(async () => expect(await standingOf(notification)).toBe('failing'));
    receiver.react(reactions.answer(200));
    await told.patch(`relayers/${relayer}`, { name: 'three' });
    await eventually(async () => expect(await standingOf(notification)).toBeUndefined());
  });

  it('that are gone have their deliveries given up', async () => {
    const receiver = await told.receiver(reactions.answer(500));
    const { relayer, notification } = await addTold(told, receiver.url);
    const [delivery] = await eventually(async () => {
      const all = await told.deliveries(notification);
      expect(all[0]?.attempts).toHaveLength(1);
      return all;
    });
    await told.patch(`relayers/${relayer}`, { notification_id: null });
    await told.service.call('DELETE', `/api/v1/notifications/${notification}`);
    told.after(6 * SECONDS);
    await eventually(async () => {
      const { json } = await told.service.call('GET', `/api/v1/deliveries/${delivery!.id}`);
      expect(json.data).toMatchObject({ state: 'cancelled' });
    });
    expect(receiver.requests).toHaveLength(1);
  });

  it('have their deliveries forgotten after as long as the settings say', async () => {
    const receiver = await told.receiver();
    const { notification } = await addTold(told, receiver.url);
    await eventually(async () => expect(await told.deliveries(notification, '&state=delivered')).toHaveLength(1));
    const worker = told.service.app.get(DeliveryWorker);
    told.clock.advance(30 * DAYS - 1);
    await worker.deleteExpired();
    expect(await told.deliveries(notification)).toHaveLength(1);
    told.clock.advance(60 * SECONDS);
    await worker.deleteExpired();
    expect(await told.deliveries(notification)).toEqual([]);
  });
});
