import { describeDeliveryQueue } from '../contracts/delivery-queue';
import { describeDeliveryRepository } from '../contracts/delivery-repository';
import { describeOutbox } from '../contracts/outbox';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onEachDatabase('deliveries', (create) => {
  const { ports } = sharedPorts(create);
  describeOutbox(ports);
  describeDeliveryQueue(ports);
  describeDeliveryRepository(ports);
});
