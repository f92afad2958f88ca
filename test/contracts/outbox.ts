import { AsyncLocalStorage } from 'node:async_hooks';
import { Outbox } from '../../src/events/domain/outbox';
import type { Ports } from '../support/open-database';
import { announcing } from './announcing';

/** What the outbox promises. */
export function describeOutbox(ports: () => Ports): void {
  const told = announcing(ports);

  describe(Outbox.name, () => {
    it('gives what was announced, in its order, each with a body of its own', async () => {
      await told.announce(told.announcement('a', 1), told.announcement('b', 4));
      await told.announce(told.announcement('a', 2));
      const waiting = await ports().queue.fresh(told.id, 0, 10);
      expect(waiting.map(({ resourceId, version, tries, state }) => [resourceId, version, tries, state])).toEqual([
        ['a', 1, 0, 'pending'],
        ['b', 4, 0, 'pending'],
        ['a', 2, 0, 'pending'],
      ]);
      for (const { id: message, body } of waiting) {
        expect(JSON.parse(body)).toMatchObject({ id: message, event: 'relayer_update' });
        expect(body).toContain('"min_balance":340282366920938463463374607431768211455');
      }
      expect(await ports().queue.fresh(told.id, waiting[0]!.sequence, 1)).toEqual([waiting[1]]);
    });

    it('keeps nothing of a transaction that failed, nor rings for it', async () => {
      let rings = 0;
      ports().bell.onRing(() => rings++);
      const failed = ports().database.run(async () => {
        ports().outbox.announce(told.announcement());
        throw new Error('undone');
      });
      await expect(failed).rejects.toThrow('undone');
      expect(await ports().queue.fresh(told.id, 0, 10)).toEqual([]);
      expect(rings).toBe(0);
      await told.announce(told.announcement());
      expect(rings).toBe(1);
      await ports().database.run(async () => undefined);
      expect(rings).toBe(1);
    });

    it('rings for what a transaction announced once that is there, whatever is committed meanwhile', async () => {
      const { bell, database, outbox, queue } = ports();
      const outside = AsyncLocalStorage.snapshot();
      const found: Promise<number>[] = [];
      bell.onRing(() => found.push(outside(async () => (await queue.fresh(told.id, 0, 10)).length)));
      let other = Promise.resolve();
      await database.run(async () => {
        outbox.announce(told.announcement());
        database.beforeCommit(told, async () => {
          other = outside(() => database.run(async () => undefined));
          // On SQLite, it has to wait for this one.
          if (database.dataSource.options.type === 'postgres') await other;
        });
      });
      await other;
      expect(await Promise.all(found)).toEqual([1]);
    });

    it('announces nothing outside of a transaction', () => {
      expect(() => ports().outbox.announce(told.announcement())).toThrow('This needs a transaction');
    });
  });
}
