import { Transactions } from '../../src/kernel/transactions';
import { notificationEntity } from '../builders/entities';
import type { Ports } from '../support/open-database';
import { signal } from '../support/signal';

/** What reads one state of everything promises. */
export function describeReading(ports: () => Ports): void {
  describe(`${Transactions.name} that only read`, () => {
    let made = 0;
    const freshId = (): string => `read-${String(++made)}`;
    const run = <T>(work: () => Promise<T>): Promise<T> => ports().database.run(work);
    const add = (id: string) => ports().notifications.add(notificationEntity(id));
    const isStored = async (id: string): Promise<boolean> => (await ports().notifications.find(id)) !== undefined;

    it('reads one state, whatever others commit meanwhile, and holds none of them up', async () => {
      const { database } = ports();
      const [before, since] = [freshId(), freshId()];
      await run(() => add(before));
      const started = signal();
      const written = started.given.then(() => run(() => add(since)));
      await database.read(async () => {
        expect(await isStored(before)).toBe(true);
        started.give();
        await written;
        expect(await isStored(since)).toBe(false);
        expect(await database.read(() => isStored(since))).toBe(false);
      });
      expect(await isStored(since)).toBe(true);
    });

    it('changes nothing while it reads, and reads within the transaction of its caller', async () => {
      const { database } = ports();
      const id = freshId();
      await expect(database.read(() => add(id))).rejects.toThrow();
      expect(await isStored(id)).toBe(false);
      await run(async () => {
        await add(id);
        expect(await database.read(() => isStored(id))).toBe(true);
      });
    });
  });
}
