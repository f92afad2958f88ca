import type { Attempt, Delivery } from '../../src/webhooks/domain/delivery';
import type { Announcement } from '../../src/kernel/change-log';
import type { Ports } from '../support/open-database';

export const NOW = 1_800_000_000_000;

/** What tests leave in the audit log. */
export const ENTRY = { resource: 'test', id: 'test', action: 'test.ran' };

let notifications = 0;

/** What tests announce, each to a notification of its own. */
export interface Announcing {
  /** The notification of the test that runs. */
  readonly id: string;
  announcement(relayer?: string, version?: number, notificationId?: string): Announcement;
  /** Announces all in one transaction. */
  announce(...announcements: readonly Announcement[]): Promise<void>;
  /** The only delivery that waits for its first attempt. */
  only(): Promise<Delivery>;
}

export const attempt = (at: number, status: number | null = 500): Attempt => ({
  at,
  status,
  latencyMs: 5,
  failure: status === 200 ? null : 'it failed',
  answer: 'no',
});

export function announcing(ports: () => Ports): Announcing {
  let id = '';
  beforeEach(() => {
    id = `told-${String(++notifications)}`;
  });
  return {
    get id() {
      return id;
    },
    announcement: (relayer = 'r', version = 1, notificationId = id) => ({
      notificationId,
      event: 'relayer_update',
      payloadType: 'relayer_updated',
      members: { relayer: `{"id":"${relayer}","policies":{"min_balance":340282366920938463463374607431768211455}}` },
      resource: 'relayer',
      id: relayer,
      version,
    }),
    announce: (...announcements) => ports().database.run(() => ports().changes.record({ entry: ENTRY, announcements })),
    only: async () => {
      const [delivery, ...others] = await ports().queue.fresh(id, 10);
      expect(others).toEqual([]);
      return delivery!;
    },
  };
}
