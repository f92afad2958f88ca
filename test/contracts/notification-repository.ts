import { readPage } from '../support/read-page';
import { NotificationRepository } from '../../src/notifications/domain/notification.repository';
import { SigningKey } from '../../src/notifications/domain/signing-key';
import { SealError } from '../../src/encryption/secret-box';
import { notificationEntity } from '../builders/entities';
import { type Ports, undone } from '../support/open-database';
import { describeManyRecords } from './many-records';
import { describeRecords, expectPages } from './records';

const KEY = 'a signing key that nobody else may see';
const NOW = new Date('2030-01-01T00:00:00Z');
const later = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);

/** What keeps the notifications promises. */
export function describeNotificationRepository(ports: () => Ports): void {
  describe(NotificationRepository.name, () => {
    describeRecords(ports, {
      table: 'notifications',
      records: ({ notifications }) => notifications,
      make: (id) => notificationEntity(id),
    });

    describeManyRecords(
      ports,
      () => ports().notifications,
      (id) => notificationEntity(id),
      (entity) => entity.changed({ signing_key: KEY }),
    );

    const add = (id: string, signing_key?: string) =>
      ports().database.run(() =>
        ports().notifications.add(notificationEntity(id, signing_key === undefined ? {} : { signing_key })),
      );
    const retiredKeys = async (id: string, milliseconds: number): Promise<string[]> =>
      (await ports().notifications.deliverable(id, later(milliseconds)))!.retiredKeys.map((key) => key.reveal());
    const lock = (id: string) => ports().database.run(() => ports().notifications.lock(id));

    it('replaces a notification in its place, as the next version', async () => {
      const added = await add('replaced');
      await add('younger');
      const replaced = await ports().database.run(async () => {
        const kept = (await ports().notifications.lock('replaced'))!;
        const entity = kept.entity.changed({ url: 'https://hooks.example.com/elsewhere', signing_key: KEY });
        return ports().notifications.replace(kept, entity);
      });
      expect(replaced).toEqual({
        position: added.position,
        version: 2,
        entity: {
          id: 'replaced',
          type: 'webhook',
          url: 'https://hooks.example.com/elsewhere',
          has_signing_key: true,
        },
      });
      expect(await ports().notifications.find('replaced')).toEqual(replaced);
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

    it('stores a URL sealed only, which often is a credential', async () => {
      await add('hooked', KEY);
      const [row] = await ports().database.query<{ url: string }>("SELECT * FROM notifications WHERE id = 'hooked'");
      expect(row!.url).toMatch(/^1\.test\.[\w-]+$/);
      expect(JSON.stringify(row)).not.toContain('hooks.example.com');
      expect((await ports().notifications.find('hooked'))!.entity.url).toBe('https://hooks.example.com/hooked');
    });

    it.each([
      ['was taken away', 'signed', 'signing_key = NULL, key_id = NULL'],
      ['was put there', 'unsigned', "signing_key = (SELECT signing_key FROM notifications WHERE id = 'giver')"],
    ])('detects a signing key that %s', async (what, id, change) => {
      await undone(ports(), async () => {
        if (what === 'was put there') await add('giver', KEY);
        await add(id, id === 'signed' ? KEY : undefined);
        await ports().database.query(`UPDATE notifications SET ${change} WHERE id = '${id}'`);
        await expect(ports().notifications.find(id)).rejects.toThrow(`signing key at notifications/${id}/signing_key`);
        await expect(lock(id)).rejects.toThrow(SealError);
        await expect(ports().notifications.deliverable(id, NOW)).rejects.toThrow(SealError);
      });
    });

    it('keeps retired keys sealed, for the notification and the time that they are for', async () => {
      await add('retiring', 'the present key');
      await add('other', 'the present key');
      const retire = (key: string, milliseconds: number) =>
        ports().notifications.retireKey('retiring', new SigningKey(key), later(milliseconds));
      await ports().database.run(async () => {
        await retire(KEY, 1000);
        await retire('the key before', 2000);
        // As they are after A, B and A again, twice.
        await retire('the key before', 1500);
        await retire('the present key', 3000);
      });
      expect(await retiredKeys('retiring', 0)).toEqual(['the key before', KEY]);
      expect(await retiredKeys('retiring', 999)).toEqual(['the key before', KEY]);
      expect(await retiredKeys('retiring', 1000)).toEqual(['the key before']);
      expect(await retiredKeys('retiring', 2000)).toEqual([]);
      expect(await retiredKeys('other', 0)).toEqual([]);
      const { notification } = (await ports().notifications.deliverable('retiring', NOW))!;
      expect(notification.signingKey?.reveal()).toBe('the present key');
      const everything = JSON.stringify(await ports().database.query('SELECT * FROM retired_signing_keys'));
      expect(everything).toContain('"1.test.');
      expect(everything).not.toContain(KEY);
      expect(everything).not.toContain(Buffer.from(KEY).toString('base64url'));
    });

    it('forgets retired keys that do not co-sign any more, or all of them, and with the notification', async () => {
      const rows = async (): Promise<number> => {
        const [row] = await ports().database.query<{ rows: number }>(
          "SELECT CAST(COUNT(*) AS integer) AS rows FROM retired_signing_keys WHERE notification_id = 'forgetful'",
        );
        return row!.rows;
      };
      const run = (work: (repository: NotificationRepository) => Promise<void>) =>
        ports().database.run(() => work(ports().notifications));
      const retire = async (count: number, milliseconds: number): Promise<void> => {
        for (let index = 0; index < count; index++) {
          const key = new SigningKey(`key ${String(index)} until ${String(milliseconds)}`);
          await run((repository) => repository.retireKey('forgetful', key, later(milliseconds)));
        }
      };
      await add('forgetful', KEY);
      await retire(2, 1000);
      await retire(2, 2000);
      await run((repository) => repository.forgetRetiredKeys('other'));
      await run((repository) => repository.forgetRetiredKeys('forgetful', later(999)));
      expect(await rows()).toBe(4);
      await run((repository) => repository.forgetRetiredKeys('forgetful', later(1000)));
      expect(await rows()).toBe(2);
      await run((repository) => repository.forgetRetiredKeys('forgetful'));
      expect(await rows()).toBe(0);
      // No receiver takes a header of any length: the oldest go.
      await retire(1, 500);
      await retire(10, 1000);
      expect(await rows()).toBe(8);
      expect(await retiredKeys('forgetful', 0)).not.toContain('key 0 until 500');
      await run(async (repository) => repository.remove((await repository.lock('forgetful'))!));
      expect(await rows()).toBe(0);
      expect(await ports().notifications.deliverable('forgetful', NOW)).toBeUndefined();
    });

    it('detects a retired key that was moved to another notification', async () => {
      await add('robbed-later', KEY);
      await add('robber-later', KEY);
      await ports().database.run(async () => {
        await ports().notifications.retireKey('robbed-later', new SigningKey('retired'), later(1000));
        await ports().database.query(
          "UPDATE retired_signing_keys SET notification_id = 'robber-later' WHERE notification_id = 'robbed-later'",
        );
      });
      await expect(ports().notifications.deliverable('robber-later', NOW)).rejects.toThrow(SealError);
      expect(await retiredKeys('robbed-later', 0)).toEqual([]);
    });

    it('finds who subscribes to an event, in the order of creation', async () => {
      const subscribe = async (id: string, events: readonly string[]) =>
        ports().database.run(() => ports().notifications.add(notificationEntity(id, { events })));
      for (const id of ['z-subscriber', 'a-subscriber']) await subscribe(id, ['signer_update']);
      await subscribe('no-subscriber', []);
      expect(await ports().notifications.subscribers('signer_update')).toEqual(['z-subscriber', 'a-subscriber']);
      for (const event of ['signer', 'update', 'another_event', '', '%', ',']) {
        expect(await ports().notifications.subscribers(event)).toEqual([]);
      }
      const kept = await lock('z-subscriber');
      expect(kept!.entity.events).toEqual(['signer_update']);
      const entity = kept!.entity.changed({ events: [] });
      await ports().database.run(() => ports().notifications.replace(kept!, entity));
      expect(await ports().notifications.subscribers('signer_update')).toEqual(['a-subscriber']);
      expect((await lock('z-subscriber'))!.entity.equals(entity)).toBe(true);
    });

    it.each(['failing', 'disabled'] as const)('keeps that deliveries are %s', async (state) => {
      await add(`is-${state}`, KEY);
      const kept = (await lock(`is-${state}`))!;
      const entity = kept.entity.withDeliveryState(state);
      await ports().database.run(() => ports().notifications.replace(kept, entity));
      expect((await lock(`is-${state}`))!.entity).toMatchObject({ deliveryState: state });
      expect((await lock(`is-${state}`))!.entity.equals(entity)).toBe(true);
    });

    it('finds every page of thousands, some of which were deleted', async () => {
      const { database, notifications } = ports();
      const model = (await readPage(notifications.page({ page: 1n, perPage: 1000 }))).items.map(
        ({ entity }) => entity.id,
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
