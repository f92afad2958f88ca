import { readPage } from '../support/read-page';
import { setImmediate as turn } from 'node:timers/promises';
import { DatabaseClock } from '../../src/persistence/database-clock';
import { DomainError } from '../../src/kernel/domain-error';
import { Transactions } from '../../src/kernel/transactions';
import { UrlRules } from '../../src/kernel/url-rules';
import { KeyOverlap } from '../../src/notifications/domain/key-overlap';
import { NotificationsService } from '../../src/notifications/notifications.service';
import { notificationEntity } from '../builders/entities';
import type { Database } from '../../src/persistence/database';
import type { Ports } from '../support/open-database';
import { signal } from '../support/signal';

const CHANGE = 'UPDATE audit_head SET seq = seq + 1';
const REFUSED: unknown = expect.stringMatching(/^This needs a transaction/);

/** What runs work in transactions promises. `another` opens the same database as another process does. */
export function describeTransactions(ports: () => Ports, another: () => Promise<Ports>): void {
  describe(Transactions.name, () => {
    let made = 0;
    const freshId = (): string => `transaction-${String(++made)}`;
    const run = <T>(work: () => Promise<T>): Promise<T> => ports().database.run(work);
    const add = (id: string) => ports().notifications.add(notificationEntity(id));
    const isKept = async (id: string): Promise<boolean> => (await ports().notifications.find(id)) !== undefined;

    it('answers with what the work did, after the commit', async () => {
      const other = await another();
      const id = freshId();
      const added = await run(() => add(id));
      expect(await other.notifications.find(id)).toEqual(added);
    });

    it('throws what the work threw, after everything was undone', async () => {
      const id = freshId();
      const refusal = DomainError.conflict('refused');
      const outcome = run(async () => {
        await add(id);
        await turn();
        throw refusal;
      });
      await expect(outcome).rejects.toBe(refusal);
      expect(await isKept(id)).toBe(false);
    });

    it('shows nothing to others before the commit, and its own changes to itself', async () => {
      const id = freshId();
      let outside: Promise<boolean> | undefined;
      // Asked from outside of the transaction: this continuation has the context of the test.
      const asked = signal();
      const asking = asked.given.then(() => (outside = isKept(id)));
      await run(async () => {
        await add(id);
        asked.give();
        await turn();
        expect(await isKept(id)).toBe(true);
        expect(await outside).toBe(false);
      });
      await asking;
      expect(await isKept(id)).toBe(true);
    });

    it('undoes everything where a statement fails, and says why', async () => {
      const id = freshId();
      const outcome = run(async () => {
        await add(id);
        await ports().database.query('UPDATE nothing SET name = ?', ['a']);
      });
      // Of a driver that another file of tests loaded before, errors are no instances of the Error here.
      await expect(outcome).rejects.toMatchObject({ message: expect.stringMatching(/nothing/) });
      expect(await isKept(id)).toBe(false);
    });

    it.each([
      ['query', (database: Database) => database.query(CHANGE)],
      ['its manager', (database: Database) => database.manager.query(CHANGE)],
    ])('refuses a change outside of a transaction that comes by %s', async (_, by) => {
      const change = by(ports().database);
      await expect(change).rejects.toMatchObject({ message: REFUSED });
    });

    it('lets a run inside a run join the outer one', async () => {
      const [inner, outer] = [freshId(), freshId()];
      const outcome = run(async () => {
        await run(() => add(inner));
        await add(outer);
        throw new Error('after the inner one');
      });
      await expect(outcome).rejects.toThrow('after the inner one');
      expect([await isKept(inner), await isKept(outer)]).toEqual([false, false]);
    });

    it('does not carry over to work that goes on after the end', async () => {
      const [id, late] = [freshId(), freshId()];
      const ended = signal();
      let leftOver: Promise<unknown> | undefined;
      await run(async () => {
        await add(id);
        leftOver = ended.given.then(async () => {
          const outcome = run(async () => {
            await add(late);
            throw new Error('undo');
          });
          await expect(outcome).rejects.toThrow('undo');
          return ports().notifications.page({ page: 1n, perPage: 0 });
        });
      });
      ended.give();
      await leftOver;
      expect([await isKept(id), await isKept(late)]).toEqual([true, false]);
    });

    it('refuses a change by work that goes on after the end', async () => {
      const [id, late] = [freshId(), freshId()];
      const ended = signal();
      let leftOver: Promise<unknown> | undefined;
      await run(async () => {
        await add(id);
        leftOver = ended.given.then(() => add(late)).catch((error: unknown) => error);
      });
      ended.give();
      await expect(leftOver).resolves.toMatchObject({ message: REFUSED });
      expect(await isKept(late)).toBe(false);
    });

    it('refuses a change by such work, too, while another transaction is open', async () => {
      const [id, late] = [freshId(), freshId()];
      const ended = signal();
      let leftOver: Promise<unknown> | undefined;
      await run(async () => {
        leftOver = ended.given.then(() => add(late)).catch((error: unknown) => error);
      });
      await run(async () => {
        await add(id);
        ended.give();
        await leftOver;
      });
      await expect(leftOver).resolves.toMatchObject({ message: REFUSED });
      expect([await isKept(id), await isKept(late)]).toEqual([true, false]);
    });

    it('keeps the acknowledged one of two that overlap when the other is undone', async () => {
      const [kept, undone] = [freshId(), freshId()];
      const outcomes = await Promise.allSettled([
        run(async () => {
          await add(undone);
          await turn();
          throw new Error('A is undone');
        }),
        run(() => add(kept)),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
      expect([await isKept(kept), await isKept(undone)]).toEqual([true, false]);
    });

    it('keeps every one of a hundred at once, in two processes', async () => {
      const other = await another();
      const ids = Array.from({ length: 100 }, freshId);
      const before = (await ports().notifications.page({ page: 1n, perPage: 0 })).total;
      await Promise.all(
        ids.map((id, index) => {
          const { database, notifications } = index % 2 === 0 ? ports() : other;
          return database.run(() => notifications.add(notificationEntity(id)));
        }),
      );
      const { items, total } = await readPage(ports().notifications.page({ page: 1n, perPage: 1000 }));
      expect(total).toBe(before + ids.length);
      expect(items.map(({ position }) => position)).toEqual(
        items.map(({ position }) => position).sort((one, two) => one - two),
      );
      expect(items).toHaveLength(total);
    }, 30_000);

    it('keeps what a hundred record at once, in two processes, as one chain', async () => {
      const other = await another();
      const head = async (): Promise<number> => {
        while (await ports().audit.seal());
        return (await ports().audit.head()).sequence;
      };
      const before = await head();
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => {
          const { database, changes } = index % 2 === 0 ? ports() : other;
          const entry = { resource: 'test', id: String(index), action: 'test.ran' };
          return database.run(() => changes.record({ entry }));
        }),
      );
      expect(await head()).toBe(before + 100);
    }, 30_000);

    it('lets one of two create an id at once, in two processes, and tells the other one of the conflict', async () => {
      const other = await another();
      const urls = new UrlRules({ webhookAllowedRanges: [], rpcAllowedHosts: [], rpcBlockPrivateIps: false });
      const services = [ports(), other].map(
        ({ database, notifications, notificationUsage, changes }) =>
          new NotificationsService(
            notifications,
            notificationUsage,
            urls,
            database,
            changes,
            new DatabaseClock(database),
            new KeyOverlap(0),
          ),
      );
      for (let round = 0; round < 10; round++) {
        const body = { id: freshId(), url: 'https://hooks.example.com/race' };
        const outcomes = await Promise.allSettled(
          services.map((service) => service.create({ value: body, faults: [] })),
        );
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        expect(outcomes).toContainEqual({
          status: 'rejected',
          reason: DomainError.conflict(`Notification with ID ${body.id} already exists`),
        });
      }
    });

    it('loses no change of a record that many lock and change at once, in two processes', async () => {
      const other = await another();
      const id = freshId();
      await run(() => add(id));
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => {
          const { database, notifications } = index % 2 === 0 ? ports() : other;
          return database.run(async () => {
            const kept = (await notifications.lock(id))!;
            const entity = kept.entity.changed({ url: `${kept.entity.url}+` });
            return notifications.replace(kept, entity);
          });
        }),
      );
      const { entity, version } = (await ports().notifications.find(id))!;
      expect(version).toBe(41);
      expect(entity.url).toMatch(new RegExp(`${id}\\+{40}$`));
    }, 30_000);
  });
}
