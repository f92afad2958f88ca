import { DeliveryWorker } from '../../src/webhooks/delivery-worker';
import { onEachDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { addTold, toldEventually, toldService } from '../support/told-service';
import { reactions } from '../support/webhook-receiver';

const SECONDS = 1_000;
const DAYS = 86_400 * SECONDS;

onEachDatabase('Webhooks over time', (create) => {
  const told = toldService(create);

  it('that answer 410 are told nothing more, until a test succeeds', async () => {
    const receiver = await told.receiver(reactions.answer(410));
    const { relayer, notification } = await addTold(told, receiver.url);
    await eventually(async () => {
      const { json } = await told.service.call('GET', `/api/v1/notifications/${notification}`);
      expect(json.data).toMatchObject({ delivery_state: 'disabled' });
    });
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
    const { json } = await told.service.call('GET', `/api/v1/notifications/${notification}`);
    expect(json.data).not.toHaveProperty('delivery_state');
  });

  it('are shown as failing after five days without success, and no longer after one', async () => {
    const receiver = await told.receiver(reactions.answer(500));
    const { relayer, notification } = await addTold(told, receiver.url);
    const standing = async () =>
      ((await told.service.call('GET', `/api/v1/notifications/${notification}`)).json.data as Record<string, unknown>)
        .delivery_state;
    await toldEventually(receiver, 1);
    await eventually(async () => expect((await told.deliveries(notification))[0]!.attempts).toHaveLength(1));
    told.clock.advance(5 * DAYS - 1);
    await told.patch(`relayers/${relayer}`, { name: 'one' });
    await eventually(async () => expect((await told.deliveries(notification)).at(-1)!.attempts).toHaveLength(1));
    expect(await standing()).toBeUndefined();
    told.clock.advance(1);
    await told.patch(`relayers/${relayer}`, { name: 'two' });
    await eventually(async () => expect(await standing()).toBe('failing'));
    receiver.react(reactions.answer(200));
    await told.patch(`relayers/${relayer}`, { name: 'three' });
    await eventually(async () => expect(await standing()).toBeUndefined());
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
