import type { AuditEntry } from '../../kernel/change-log';
import type { Delivery } from './delivery';

export const deliveryReplayed = ({ id, notificationId, event, state }: Delivery): AuditEntry => ({
  resource: 'delivery',
  id,
  action: 'delivery.replayed',
  before: JSON.stringify({ id, notification_id: notificationId, event, state }),
});

export const notificationTested = (id: string, isDelivered: boolean): AuditEntry => ({
  resource: 'notification',
  id,
  action: 'notification.tested',
  after: JSON.stringify({ delivered: isDelivered }),
});
