import { describeNetworkRepository } from '../contracts/network-repository';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onEachDatabase('networks', (create) => {
  const { ports } = sharedPorts(create);
  describeNetworkRepository(ports);
});
