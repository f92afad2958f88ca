import type { Fact } from '../../events/domain/fact';
import type { Delivery } from './delivery';

export const deliveryRepeated = ({ id, notificationId, event, state }: Delivery): Fact => ({
  resource: 'delivery',
  id,
  action: 'delivery.replayed',
  before: JSON.stringify({ id, notification_id: notificationId, event, state }),
});

export const notificationWasTested = (id: string, isDelivered: boolean): Fact => ({
  resource: 'notification',
  id,
  action: 'notification.tested',
  after: JSON.stringify({ delivered: isDelivered }),
});
