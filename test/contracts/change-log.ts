import { AsyncLocalStorage } from 'node:async_hooks';
import { ChangeLog } from '../../src/kernel/change-log';
import type { Prepared } from '../../src/kernel/prepared';
import type { Ports } from '../support/open-database';
import { readPage } from '../support/read-page';
import { announcing, ENTRY } from './announcing';

/** What a use case may rely on that leaves something behind. */
export function describeChangeLog(ports: () => Ports): void {
  const told = announcing(ports);
  const sealed = async (): Promise<number> => {
    while (await ports().audit.seal());
    return (await ports().audit.head()).sequence;
  };

  describe(ChangeLog.name, () => {
    it('gives what was announced, in its order, each with a body of its own', async () => {
      await told.announce(told.announcement('a', 1), told.announcement('b', 4));
      await told.announce(told.announcement('a', 2));
      const waiting = await ports().queue.fresh(told.id, 10);
      expect(waiting.map(({ resourceId, version, tries, state }) => [resourceId, version, tries, state])).toEqual([
        ['a', 1, 0, 'pending'],
        ['b', 4, 0, 'pending'],
        ['a', 2, 0, 'pending'],
      ]);
      for (const { id: message, sequence } of waiting) {
        const body = (await ports().queue.body(sequence))!;
        expect(JSON.parse(body)).toMatchObject({ id: message, event: 'relayer_update' });
        expect(body).toContain('"min_balance":340282366920938463463374607431768211455');
      }
      expect(await ports().queue.fresh(told.id, 2)).toEqual(waiting.slice(0, 2));
    });

    it('records what was prepared outside of a transaction, as JSON gives it back, and only in one', async () => {
      const before = await sealed();
      const announced = { entry: ENTRY, announcements: [told.announcement('a', 1)] };
      const prepared = JSON.parse(JSON.stringify(await ports().changes.prepare(announced))) as Prepared;
      expect([await sealed(), await ports().queue.fresh(told.id, 10)]).toEqual([before, []]);
      await ports().database.run(() => ports().changes.write(prepared));
      expect(await sealed()).toBe(before + 1);
      expect(await ports().queue.fresh(told.id, 10)).toMatchObject([{ resourceId: 'a', version: 1 }]);
      await expect(ports().changes.write(prepared)).rejects.toThrow();
    });

    it('keeps nothing of a transaction that failed, nor signals it', async () => {
      let signals = 0;
      ports().signal.on('committed', () => signals++);
      const before = await sealed();
      const failed = ports().database.run(async () => {
        await ports().changes.record({ entry: ENTRY, announcements: [told.announcement()] });
        throw new Error('undone');
      });
      await expect(failed).rejects.toThrow('undone');
      expect(await ports().queue.fresh(told.id, 10)).toEqual([]);
      expect([signals, await sealed()]).toEqual([0, before]);
      await told.announce(told.announcement());
      expect([signals, await sealed()]).toEqual([1, before + 1]);
      await ports().database.run(async () => undefined);
      expect([signals, await sealed()]).toEqual([1, before + 1]);
    });

    it('signals what a transaction announced once that is there', async () => {
      const { signal, database, changes, queue } = ports();
      const outside = AsyncLocalStorage.snapshot();
      const found: Promise<number>[] = [];
      signal.on('committed', () => found.push(outside(async () => (await queue.fresh(told.id, 10)).length)));
      let other = Promise.resolve();
      await database.run(async () => {
        await changes.record({ entry: ENTRY, announcements: [told.announcement()] });
        other = outside(() => database.run(async () => undefined));
        // On SQLite, it has to wait for this one.
        if (database.dataSource.options.type === 'postgres') await other;
      });
      await other;
      expect(await Promise.all(found)).toEqual([1]);
    });

    it('takes nothing outside of a transaction', async () => {
      const { changes } = ports();
      await expect(changes.record({ entry: ENTRY })).rejects.toThrow('This needs a transaction');
    });

    it('keeps the order of one record, and seals nothing that is not committed', async () => {
      const { database, changes, audit } = ports();
      const before = await sealed();
      const record = (version: number): Promise<void> => changes.record({ entry: { ...ENTRY, version } });
      const outside = AsyncLocalStorage.snapshot();
      const isPostgres = database.dataSource.options.type === 'postgres';
      await database.run(async () => {
        await record(3);
        // On SQLite, it would have to wait for this one.
        if (isPostgres) await outside(() => database.run(() => record(1)));
        else await record(1);
        if (isPostgres) expect(await outside(sealed)).toBe(before + 1);
        await record(4);
      });
      expect(await sealed()).toBe(before + 3);
      const { items } = await readPage(audit.page({ page: 1n, perPage: 10, after: before }, {}));
      const versions = items.map(({ version }) => version);
      expect(versions).toEqual(isPostgres ? [1, 3, 4] : [3, 1, 4]);
    });
  });
}
