import { DeliveryQueue, LEASE_MS, type RetryTime } from '../../src/webhooks/domain/delivery-queue';
import type { Ports } from '../support/open-database';
import { announcing, attempt, NOW } from './announcing';

const HELD_BY = { first: '0'.repeat(36), second: '1'.repeat(36) };

const DAY = 86_400_000;
const at = (now: number): RetryTime => ({ now, latest: now + DAY });

/** What the queues of deliveries promise. */
export function describeDeliveryQueue(ports: () => Ports): void {
  const told = announcing(ports);
  const isDue = async (now = NOW): Promise<boolean> =>
    (await ports().queue.due(at(now))).some(({ notificationId }) => notificationId === told.id);

  describe(DeliveryQueue.name, () => {
    it('names a queue while something in it is due and nobody works on it', async () => {
      expect(await isDue()).toBe(false);
      await told.announce(told.announcement());
      expect(await isDue()).toBe(true);
      expect(await ports().queue.lease(told.id, HELD_BY.first, NOW)).toEqual({ failingSince: null });
      expect(await isDue()).toBe(false);
      await ports().queue.release(told.id, HELD_BY.first);
      expect(await isDue()).toBe(true);
    });

    it('names each queue once, however much waits in it, and whether its receiver fails', async () => {
      const other = `${told.id}-other`;
      await told.announce(...Array.from({ length: 5 }, () => told.announcement()), told.announcement('r', 1, other));
      await ports().queue.lease(other, HELD_BY.first, NOW);
      const [delivery] = await ports().queue.fresh(other, 1);
      await ports().queue.record(delivery!, attempt(NOW), { state: 'pending', dueAt: NOW }, NOW);
      await ports().queue.release(other, HELD_BY.first);
      const due = (await ports().queue.due(at(NOW))).filter(({ notificationId }) => notificationId.startsWith(told.id));
      expect(due).toEqual([
        { notificationId: told.id, isFailing: false },
        { notificationId: other, isFailing: true },
      ]);
    });

    it('lets one hold the lease of a queue, until it is over', async () => {
      const { queue } = ports();
      await queue.lease(told.id, HELD_BY.first, NOW);
      expect(await queue.lease(told.id, HELD_BY.second, NOW + LEASE_MS)).toBeUndefined();
      expect(await queue.renew([told.id], HELD_BY.first, NOW + LEASE_MS)).toContain(told.id);
      expect(await queue.lease(told.id, HELD_BY.second, NOW + LEASE_MS + 1)).toBeUndefined();
      expect(await queue.lease(told.id, HELD_BY.second, NOW + 2 * LEASE_MS + 1)).toEqual({ failingSince: null });
      expect(await queue.renew([told.id], HELD_BY.first, NOW + 2 * LEASE_MS)).not.toContain(told.id);
      await queue.release(told.id, HELD_BY.first);
      expect(await queue.lease(told.id, HELD_BY.first, NOW + 2 * LEASE_MS + 2)).toBeUndefined();
    });

    it('renews no lease that was given back', async () => {
      const { queue } = ports();
      await queue.lease(told.id, HELD_BY.first, NOW);
      await queue.release(told.id, HELD_BY.first);
      expect(await queue.renew([told.id], HELD_BY.first, NOW)).not.toContain(told.id);
      expect(await queue.lease(told.id, HELD_BY.second, NOW)).toBeDefined();
    });

    it('renews no lease of a queue that its holder has left', async () => {
      const { queue } = ports();
      const other = `${told.id}-other`;
      for (const id of [told.id, other]) await queue.lease(id, HELD_BY.first, NOW);
      expect(await queue.renew([other], HELD_BY.first, NOW + LEASE_MS)).toEqual([other]);
      expect(await queue.lease(told.id, HELD_BY.first, NOW + LEASE_MS + 1)).toBeDefined();
    });

    it('lets nobody take a lease who asked just before it was renewed', async () => {
      const { queue } = ports();
      await told.announce(told.announcement());
      await queue.lease(told.id, HELD_BY.first, NOW);
      await queue.renew([told.id], HELD_BY.first, NOW + 3);
      expect(await queue.lease(told.id, HELD_BY.second, NOW)).toBeUndefined();
      expect(await isDue()).toBe(false);
    });

    it('counts a lease as over that a clock gave which was set back since', async () => {
      const { queue } = ports();
      await told.announce(told.announcement());
      await queue.lease(told.id, HELD_BY.first, NOW + 3_600_000);
      expect(await isDue()).toBe(true);
      expect(await queue.lease(told.id, HELD_BY.second, NOW)).toBeDefined();
    });

    it('lets one of many take a lease at once', async () => {
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) => ports().queue.lease(told.id, String(index), NOW)),
      );
      expect(taken.filter((lease) => lease !== undefined)).toHaveLength(1);
    });

    it('gives a retry once it is due, in the order in which retries became due', async () => {
      const { queue } = ports();
      await told.announce(told.announcement('a'), told.announcement('b'), told.announcement('c'));
      const [a, b, c] = await queue.fresh(told.id, 10);
      await queue.record(a!, attempt(NOW), { state: 'pending', dueAt: NOW + 30 });
      await queue.record(b!, attempt(NOW), { state: 'pending', dueAt: NOW + 10 });
      await queue.record(c!, attempt(NOW), { state: 'pending', dueAt: NOW + 10 });
      expect(await queue.fresh(told.id, 10)).toEqual([]);
      expect(await queue.retries(told.id, at(NOW), 10)).toEqual([]);
      expect(await isDue(NOW + 9)).toBe(false);
      expect(await isDue(NOW + 10)).toBe(true);
      const order = (await queue.retries(told.id, at(NOW + 30), 10)).map(({ resourceId, tries }) => [
        resourceId,
        tries,
      ]);
      expect(order).toEqual([
        ['b', 1],
        ['c', 1],
        ['a', 1],
      ]);
      expect((await queue.retries(told.id, at(NOW + 30), 2)).map(({ resourceId }) => resourceId)).toEqual(['b', 'c']);
    });

    it('gives a retry at once that was planned by a clock which was set back since', async () => {
      const { queue } = ports();
      await told.announce(told.announcement('a'), told.announcement('b'));
      const [a, b] = await queue.fresh(told.id, 10);
      for (const each of [a!, b!]) await queue.record(each, attempt(NOW), { state: 'pending', dueAt: NOW + DAY });
      expect(await isDue()).toBe(false);
      await queue.record(b!, attempt(NOW), { state: 'pending', dueAt: NOW + DAY + 1 });
      expect(await isDue()).toBe(true);
      expect((await queue.retries(told.id, at(NOW), 10)).map(({ resourceId }) => resourceId)).toEqual(['b']);
    });

    it.each(['delivered', 'failed'] as const)('ends what is %s', async (state) => {
      const { queue, deliveries } = ports();
      await told.announce(told.announcement());
      const delivery = await told.only();
      await queue.record(delivery, attempt(NOW, state === 'delivered' ? 200 : 410), { state, at: NOW + 5 });
      expect(await isDue(NOW + 1e9)).toBe(false);
      expect(await deliveries.find(delivery.id)).toMatchObject({ state, finishedAt: NOW + 5, tries: 1 });
    });

    it('remembers since when a receiver fails', async () => {
      const { queue } = ports();
      await told.announce(told.announcement());
      const delivery = await told.only();
      const failingSince = async (now: number) => {
        const lease = await queue.lease(told.id, HELD_BY.first, now);
        await queue.release(told.id, HELD_BY.first);
        return lease?.failingSince;
      };
      expect(await failingSince(NOW)).toBeNull();
      await queue.record(delivery, attempt(NOW), { state: 'pending', dueAt: NOW }, NOW);
      expect(await failingSince(NOW)).toBe(NOW);
      await queue.record(delivery, attempt(NOW), { state: 'pending', dueAt: NOW });
      expect(await failingSince(NOW)).toBe(NOW);
      await queue.record(delivery, attempt(NOW, 200), { state: 'delivered', at: NOW + 5 }, null);
      expect(await failingSince(NOW)).toBeNull();
    });

    it('ends without an attempt what is cancelled', async () => {
      await told.announce(told.announcement());
      const delivery = await told.only();
      await ports().queue.cancel(delivery.sequence, NOW);
      expect(await ports().deliveries.find(delivery.id)).toMatchObject({ state: 'cancelled', attempts: [] });
    });

    it('gives up the oldest of what waits for a notification beyond a number', async () => {
      const { queue } = ports();
      await told.announce(...['a', 'b', 'c', 'd'].map((relayer) => told.announcement(relayer)));
      const [a] = await queue.fresh(told.id, 1);
      await queue.record(a!, attempt(NOW), { state: 'pending', dueAt: NOW });
      await queue.cancelBeyond(2, NOW);
      expect((await queue.fresh(told.id, 10)).map(({ resourceId }) => resourceId)).toEqual(['c', 'd']);
      expect(await ports().deliveries.find(a!.id)).toMatchObject({ state: 'cancelled', finishedAt: NOW });
      await queue.cancelBeyond(2, NOW);
      expect(await queue.fresh(told.id, 10)).toHaveLength(2);
    });

    it('forgets what was over before a time, with its attempts, and nothing else', async () => {
      const { queue, deliveries, database } = ports();
      await told.announce(told.announcement('old'), told.announcement('young'), told.announcement('waiting'));
      const [old, young, waiting] = await queue.fresh(told.id, 10);
      await queue.record(old!, attempt(1_000, 200), { state: 'delivered', at: 1_000 });
      await queue.record(young!, attempt(NOW, 200), { state: 'delivered', at: NOW + 5 });
      expect(await queue.deleteEnded(2_000)).toBe(1);
      expect(await queue.deleteEnded(2_000)).toBe(0);
      expect(await deliveries.find(old!.id)).toBeUndefined();
      expect(await database.query('SELECT seq FROM delivery_attempts WHERE delivery = ?', [old!.sequence])).toEqual([]);
      expect(await deliveries.find(young!.id)).toMatchObject({ state: 'delivered' });
      expect(await deliveries.find(waiting!.id)).toMatchObject({ state: 'pending' });
    });

    it('forgets so much at once that nobody waits long for it', async () => {
      const { queue, database } = ports();
      await told.announce(...Array.from({ length: 501 }, () => told.announcement()));
      const over = "UPDATE deliveries SET state = 'delivered', finished_at = 1 WHERE notification_id = ?";
      await database.run(() => database.query(over, [told.id]));
      expect(await queue.deleteEnded(2)).toBe(500);
      expect(await queue.deleteEnded(2)).toBe(1);
    });

    it('ends without an attempt all that waits, and nothing else', async () => {
      const { queue, deliveries } = ports();
      await told.announce(told.announcement(), told.announcement());
      const [over, waiting] = await queue.fresh(told.id, 10);
      await queue.record(over!, attempt(NOW, 200), { state: 'delivered', at: NOW });
      await queue.cancelAll(NOW + 5);
      expect(await deliveries.find(over!.id)).toMatchObject({ state: 'delivered', finishedAt: NOW });
      expect(await deliveries.find(waiting!.id)).toMatchObject({ state: 'cancelled', finishedAt: NOW + 5 });
    });

    it('tells how much waits, and since when', async () => {
      const { queue } = ports();
      const before = await queue.backlog();
      await told.announce(told.announcement(), told.announcement());
      const after = await queue.backlog();
      expect(after.waiting).toBe(before.waiting + 2);
      expect(after.since).toBeLessThanOrEqual(Date.now());
    });

    it('counts notifications for which something waits and that fail', async () => {
      const { queue } = ports();
      const { failing } = await queue.backlog();
      await told.announce(told.announcement(), told.announcement());
      await queue.lease(told.id, HELD_BY.first, NOW);
      const [first, second] = await queue.fresh(told.id, 2);
      await queue.record(first!, attempt(NOW), { state: 'pending', dueAt: NOW }, NOW);
      expect((await queue.backlog()).failing).toBe(failing + 1);
      await queue.record(second!, attempt(NOW, 200), { state: 'delivered', at: NOW }, null);
      expect((await queue.backlog()).failing).toBe(failing);
    });
  });
}
