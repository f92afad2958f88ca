import { readPage } from '../support/read-page';
import { MAX_ATTEMPTS } from '../../src/webhooks/domain/delivery';
import { DeliveryRepository } from '../../src/webhooks/domain/delivery.repository';
import type { Ports } from '../support/open-database';
import { announcing, attempt, NOW } from './announcing';

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
      const [a] = await queue.fresh(told.id, 1);
      await queue.record(a!, attempt(NOW), { state: 'pending', dueAt: NOW });
      await queue.record(a!, attempt(NOW + 7, 200), { state: 'delivered', at: NOW + 5 });
      const { items, total } = await readPage(deliveries.page(page(2), { notificationId: told.id }));
      expect(total).toBe(3);
      expect(items.map(({ resourceId }) => resourceId)).toEqual(['a', 'b']);
      expect(items[0]!.attempts).toEqual([attempt(NOW), attempt(NOW + 7, 200)]);
      const next = await readPage(deliveries.page(page(2, 2n), { notificationId: told.id }));
      expect(next.items.map(({ resourceId }) => resourceId)).toEqual(['c']);
      const following = deliveries.page({ ...page(2), after: items[0]!.sequence }, { notificationId: told.id });
      const after = await readPage(following);
      expect(after.items.map(({ resourceId }) => resourceId)).toEqual(['b', 'c']);
    });

    it('narrows a list to a state and to relayers', async () => {
      const { queue, deliveries } = ports();
      await told.announce(told.announcement('a'), told.announcement('b'), {
        ...told.announcement('n'),
        resource: 'notification',
      });
      const [a] = await queue.fresh(told.id, 1);
      await queue.record(a!, attempt(NOW, 200), { state: 'delivered', at: NOW + 5 });
      const listed = async (filter: object) => {
        const { items, total } = await readPage(deliveries.page(page(), { notificationId: told.id, ...filter }));
        expect(total).toBe(items.length);
        return items.map(({ resourceId }) => resourceId);
      };
      expect(await listed({ state: 'delivered', at: NOW + 5 })).toEqual(['a']);
      expect(await listed({ state: 'pending' })).toEqual(['b', 'n']);
      expect(await listed({ relayers: new Set(['b', 'z']) })).toEqual(['b', 'n']);
    });

    it('has the last attempts of a delivery, and those of others stay', async () => {
      const { queue, deliveries } = ports();
      await told.announce(told.announcement('a'), told.announcement('b'));
      const [a, b] = await queue.fresh(told.id, 2);
      await queue.record(b!, attempt(NOW), { state: 'pending', dueAt: NOW });
      for (let made = 0; made < MAX_ATTEMPTS + 3; made++) {
        await queue.record(a!, attempt(NOW + made), { state: 'pending', dueAt: NOW });
      }
      const { attempts } = (await deliveries.find(a!.id))!;
      expect(attempts.map(({ at }) => at - NOW)).toEqual(Array.from({ length: MAX_ATTEMPTS }, (_, index) => index + 3));
      expect((await deliveries.find(b!.id))!.attempts).toHaveLength(1);
    });

    it('makes what is over wait again, as if no attempt had been made', async () => {
      const { queue, deliveries, database } = ports();
      await told.announce(told.announcement());
      const delivery = await told.only();
      await queue.record(delivery, attempt(NOW), { state: 'failed', at: NOW + 5 });
      await database.run(() => deliveries.redeliver(delivery.sequence, NOW));
      expect(await deliveries.find(delivery.id)).toMatchObject({
        state: 'pending',
        tries: 0,
        finishedAt: null,
        attempts: [attempt(NOW)],
      });
      expect((await queue.retries(told.id, { now: NOW, latest: NOW + 1 }, 10)).map(({ id: again }) => again)).toEqual([
        delivery.id,
      ]);
    });
  });
}
