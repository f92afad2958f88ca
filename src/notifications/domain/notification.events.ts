import type { Announcement } from '../../kernel/change-log';
import { maskUrl } from '../../kernel/http-url';
import type { Stored } from '../../kernel/record';
import type { Notification } from './notification';

/** An event for the notification itself. Whoever receives that may not be the one who may know all of its URL. */
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

/** Goes to where the notification points after the change, as a test of it. */
export const notificationUpdatedEvent = ({ version }: Stored<Notification>, notification: Notification): Announcement =>
  toItself('notification_update', 'notification_updated', notification, version + 1);

export const notificationTestEvent = (notification: Notification): Announcement =>
  toItself('notification_test', 'notification_test', notification);
