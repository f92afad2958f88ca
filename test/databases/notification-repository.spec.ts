import { describeNotificationRepository } from '../contracts/notification-repository';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onEachDatabase('notifications', (create) => {
  const { ports } = sharedPorts(create);
  describeNotificationRepository(ports);
});
