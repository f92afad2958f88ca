import { describeDeliveryQueue } from '../contracts/delivery-queue';
import { describeDeliveryRepository } from '../contracts/delivery-repository';
import { describeChangeLog } from '../contracts/change-log';
import { describeEndedDeliveries } from '../contracts/ended-deliveries';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onEachDatabase('deliveries', (create) => {
  const { ports } = sharedPorts(create);
  describeChangeLog(ports);
  describeDeliveryQueue(ports);
  describeEndedDeliveries(ports);
  describeDeliveryRepository(ports);
});
