import type { Announcement } from '../../events/domain/outbox';
import { maskUrl } from '../../kernel/http-url';
import type { Kept } from '../../kernel/record';
import type { Notification } from './notification';

/** Tells a notification of itself. Whoever receives that may not be the one who may know all of its URL. */
const toItself = (
  event: string,
  payloadType: string,
  { id, document }: Notification,
  version?: number,
): Announcement => ({
  notificationId: id,
  event,
  payloadType,
  members: {
    notification: JSON.stringify({ ...document, url: maskUrl(document.url) }),
    ...(version !== undefined && { version: String(version) }),
  },
  resource: 'notification',
  id,
  version: version ?? 0,
});

/** A change is told to where the notification points then, as a test of it. */
export const tellUpdated = ({ version }: Kept<Notification>, notification: Notification): Announcement =>
  toItself('notification_update', 'notification_updated', notification, version + 1);

export const notificationTested = (notification: Notification): Announcement =>
  toItself('notification_test', 'notification_test', notification);
