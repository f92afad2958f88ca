import { describeRelayerRepository } from '../contracts/relayer-repository';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onEachDatabase('relayers', (create) => {
  const { ports } = sharedPorts(create);
  describeRelayerRepository(ports);
});
