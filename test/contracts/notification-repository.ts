import { NotificationRepository } from '../../src/notifications/domain/notification.repository';
import { SealError } from '../../src/persistence/secret-box';
import { notificationEntity } from '../builders/entities';
import type { Ports } from '../support/open-database';
import { describeRecords, expectPages } from './records';

const KEY = 'a signing key that nobody else may see';

/** What keeps the notifications promises. */
export function describeNotificationRepository(ports: () => Ports): void {
  describe(NotificationRepository.name, () => {
    describeRecords(ports, {
      table: 'notifications',
      records: ({ notifications }) => notifications,
      make: (id) => notificationEntity(id),
    });

    const add = (id: string, signing_key?: string) =>
      ports().database.run(() =>
        ports().notifications.add(notificationEntity(id, signing_key === undefined ? {} : { signing_key })),
      );
    const lock = (id: string) => ports().database.run(() => ports().notifications.lock(id));

    it('replaces a notification in its place, as the next version', async () => {
      const added = await add('replaced');
      await add('younger');
      const replaced = await ports().database.run(async () => {
        const kept = (await ports().notifications.lock('replaced'))!;
        const entity = kept.entity.changed({ url: 'https://hooks.example.com/elsewhere', signing_key: KEY });
        return ports().notifications.replace({ ...kept, entity });
      });
      expect(replaced).toEqual({
        id: 'replaced',
        position: added.position,
        version: 2,
        json: '{"id":"replaced","type":"webhook","url":"https://hooks.example.com/elsewhere","has_signing_key":true}',
      });
      expect(await ports().notifications.read('replaced')).toEqual(replaced);
      const kept = await lock('replaced');
      expect(kept).toMatchObject({ position: added.position, version: 2 });
      expect(kept!.entity.signingKey?.reveal()).toBe(KEY);
    });

    it('stores a signing key sealed only', async () => {
      await add('sealed', KEY);
      const [row] = await ports().database.query<{ signing_key: string }>(
        "SELECT signing_key FROM notifications WHERE id = 'sealed'",
      );
      expect(row!.signing_key).toMatch(/^1\.test\.[\w-]+$/);
      const everything = JSON.stringify(await ports().database.query('SELECT * FROM notifications'));
      expect(everything).not.toContain(KEY);
      expect(everything).not.toContain(Buffer.from(KEY).toString('base64url'));
    });

    it('detects a signing key that was moved to another notification', async () => {
      await add('robbed', KEY);
      await add('robber', 'another signing key');
      await ports().database.run(() =>
        ports().database.query(
          `UPDATE notifications SET signing_key = (SELECT signing_key FROM notifications WHERE id = 'robbed')
           WHERE id = 'robber'`,
        ),
      );
      expect((await lock('robbed'))!.entity.signingKey?.reveal()).toBe(KEY);
      await expect(lock('robber')).rejects.toThrow(SealError);
    });

    it('finds every page of thousands, some of which were deleted', async () => {
      const { database, notifications } = ports();
      const model = (await notifications.page({ page: 1n, perPage: 1000 })).items.map(
        ({ json }) => (JSON.parse(json) as { readonly id: string }).id,
      );
      await database.run(async () => {
        for (let number = 0; number < 4200; number++) {
          const id = `one-of-many-${String(number)}`;
          await notifications.add(notificationEntity(id));
          model.push(id);
        }
      });
      for (const perPage of [64, 100, 1000]) await expectPages(notifications, model, perPage);
      // A whole bucket and half of its neighbours go, and single ones all over the list.
      const gone = model.filter((_, index) => (index > 1000 && index < 1140) || index % 97 === 0);
      await database.run(async () => {
        for (const id of gone) await notifications.remove((await notifications.lock(id))!);
      });
      const left = model.filter((id) => !gone.includes(id));
      for (const perPage of [63, 100, 1000]) await expectPages(notifications, left, perPage);
    }, 120_000);
  });
}
