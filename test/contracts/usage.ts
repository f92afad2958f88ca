import { NotificationUsage } from '../../src/notifications/domain/notification-usage';
import { SignerUsage } from '../../src/signers/domain/signer-usage';
import { notificationEntity, relayerEntity, signerEntity } from '../builders/entities';
import type { Ports } from '../support/open-database';

const MAX_NAMED = 20;

/** What tells which relayers use a signer or a notification promises. */
export function describeUsage(ports: () => Ports): void {
  describe.each([
    [SignerUsage.name, () => ports().signerUsage],
    [NotificationUsage.name, () => ports().notificationUsage],
  ])('%s', (_, usage) => {
    const relayersUsing = (used: string, among?: ReadonlySet<string>) => usage().relayersUsing(used, among);
    let round = 0;
    let id: string;

    beforeEach(async () => {
      id = `used-${_}-${String(++round)}`.slice(0, 36);
      const { database, signers, notifications } = ports();
      await database.run(async () => {
        await signers.add(signerEntity(id));
        await notifications.add(notificationEntity(id));
      });
    });

    const use = async (...relayerIds: readonly string[]): Promise<void> => {
      const { database, relayers } = ports();
      await database.run(async () => {
        for (const relayerId of relayerIds) {
          await relayers.add(relayerEntity(`${relayerId}-${id}`.slice(0, 36), { signer_id: id, notification_id: id }));
        }
      });
    };

    it('names nobody where nobody does', async () => {
      expect(await relayersUsing(id)).toEqual([]);
      expect(await relayersUsing('unknown')).toEqual([]);
    });

    it('names who does in the order of creation, and no longer once they are gone', async () => {
      await use('z', 'a');
      const [first, second] = await relayersUsing(id);
      expect([first, second]).toEqual([`z-${id}`.slice(0, 36), `a-${id}`.slice(0, 36)]);
      const { database, relayers } = ports();
      await database.run(async () => relayers.remove((await relayers.lock(first!))!));
      expect(await relayersUsing(id)).toEqual([second]);
    });

    it('names who does among some, and says whether others do', async () => {
      await use(...Array.from({ length: MAX_NAMED + 2 }, (__, index) => String(index)));
      const last = `${String(MAX_NAMED + 1)}-${id}`.slice(0, 36);
      expect(await relayersUsing(id, new Set([last, 'nobody']))).toEqual([last]);
      expect(await usage().isUsedBeyond(id, new Set([last, 'nobody']))).toBe(true);
      expect(await usage().isUsedBeyond('unknown', new Set([last]))).toBe(false);
      const all = Array.from({ length: MAX_NAMED + 2 }, (__, index) => `${String(index)}-${id}`.slice(0, 36));
      expect(await usage().isUsedBeyond(id, new Set(all))).toBe(false);
    });

    it('names no more than some', async () => {
      await use(...Array.from({ length: MAX_NAMED + 2 }, (__, index) => String(index)));
      expect(await relayersUsing(id)).toHaveLength(MAX_NAMED);
    });
  });
}
