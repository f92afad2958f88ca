import { DeliveryRepository } from '../../src/deliveries/domain/delivery.repository';
import type { Ports } from '../support/open-database';
import { announcing, attempt, FIRST, NOW } from './announcing';

/** What the list of deliveries promises. */
export function describeDeliveryRepository(ports: () => Ports): void {
  const told = announcing(ports);

  describe(DeliveryRepository.name, () => {
    const page = (perPage = 10, number = 1n) => ({ page: number, perPage });

    it('lists what is for a notification, oldest first, with all attempts', async () => {
      const { queue, deliveries } = ports();
      await told.announce(
        told.announcement('a'),
        told.announcement('b'),
        told.announcement('x', 1, `${told.id}-other`),
        told.announcement('c'),
      );
      const [a] = await queue.fresh(told.id, 0, 1);
      await queue.record(a!, attempt(NOW), { state: 'pending', dueAt: NOW });
      await queue.record(a!, attempt(NOW + 7, 200), { state: 'delivered', at: NOW + 5 });
      const { items, total } = await deliveries.page(page(2), { notificationId: told.id });
      expect(total).toBe(3);
      expect(items.map(({ resourceId }) => resourceId)).toEqual(['a', 'b']);
      expect(items[0]!.attempts).toEqual([attempt(NOW), attempt(NOW + 7, 200)]);
      const next = await deliveries.page(page(2, 2n), { notificationId: told.id });
      expect(next.items.map(({ resourceId }) => resourceId)).toEqual(['c']);
      const after = await deliveries.page({ ...page(2), after: items[0]!.sequence }, { notificationId: told.id });
      expect(after.items.map(({ resourceId }) => resourceId)).toEqual(['b', 'c']);
    });

    it('narrows a list to a state and to relayers', async () => {
      const { queue, deliveries } = ports();
      await told.announce(told.announcement('a'), told.announcement('b'), {
        ...told.announcement('n'),
        resource: 'notification',
      });
      const [a] = await queue.fresh(told.id, 0, 1);
      await queue.record(a!, attempt(NOW, 200), { state: 'delivered', at: NOW + 5 });
      const listed = async (filter: object) => {
        const { items, total } = await deliveries.page(page(), { notificationId: told.id, ...filter });
        expect(total).toBe(items.length);
        return items.map(({ resourceId }) => resourceId);
      };
      expect(await listed({ state: 'delivered', at: NOW + 5 })).toEqual(['a']);
      expect(await listed({ state: 'pending' })).toEqual(['b', 'n']);
      expect(await listed({ relayers: new Set(['b', 'z']) })).toEqual(['b', 'n']);
    });

    it('makes what is over wait again, as if no attempt had been made', async () => {
      const { queue, deliveries, database } = ports();
      await told.announce(told.announcement());
      const delivery = await told.only();
      await queue.record(delivery, attempt(NOW), { state: 'failed', at: NOW + 5 });
      await database.run(() => deliveries.repeat(delivery.sequence, NOW));
      expect(await deliveries.find(delivery.id)).toMatchObject({
        state: 'pending',
        tries: 0,
        finishedAt: null,
        attempts: [attempt(NOW)],
      });
      expect((await queue.retries(told.id, FIRST, NOW, 10)).map(({ id: again }) => again)).toEqual([delivery.id]);
    });
  });
}
