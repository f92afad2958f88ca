import { DeliveryQueue } from '../../src/webhooks/domain/delivery-queue';
import type { Ports } from '../support/open-database';
import { announcing, attempt, NOW } from './announcing';

/** What the queues of deliveries promise of those that are over. */
export function describeEndedDeliveries(ports: () => Ports): void {
  const told = announcing(ports);

  describe(`${DeliveryQueue.name}, of what is over`, () => {
    it.each(['delivered', 'failed', 'cancelled'] as const)(
      'leaves what is %s as it is after a failure',
      async (state) => {
        const { queue, deliveries } = ports();
        await told.announce(told.announcement());
        const delivery = await told.only();
        await queue.record(delivery, attempt(NOW, 200), { state, at: NOW + 5 });
        await queue.record(delivery, attempt(NOW + 6), { state: 'pending', dueAt: NOW + 10 });
        await queue.record(delivery, attempt(NOW + 7), { state: 'failed', at: NOW + 10 });
        await queue.cancel(delivery.sequence, NOW + 10);
        const over = { state, finishedAt: NOW + 5, tries: 1 };
        expect(await deliveries.find(delivery.id)).toMatchObject({ ...over, attempts: [{}, {}, {}] });
      },
    );

    it.each(['failed', 'cancelled'] as const)('takes what is %s for delivered after a success', async (state) => {
      const { queue, deliveries } = ports();
      await told.announce(told.announcement());
      const delivery = await told.only();
      await queue.record(delivery, attempt(NOW), { state, at: NOW + 5 });
      await queue.record(delivery, attempt(NOW + 6, 200), { state: 'delivered', at: NOW + 10 });
      expect(await deliveries.find(delivery.id)).toMatchObject({ state: 'delivered', finishedAt: NOW + 10 });
    });

    it('gives nothing to send of what is over', async () => {
      const { queue } = ports();
      await told.announce(told.announcement());
      const { sequence } = await told.only();
      expect(await queue.body(sequence)).toContain('relayer_updated');
      await queue.cancel(sequence, NOW);
      expect(await queue.body(sequence)).toBeUndefined();
    });
  });
}
