import { describeTokenRepository } from '../contracts/token-repository';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onEachDatabase('tokens', (create) => {
  const { ports, another } = sharedPorts(create);
  describeTokenRepository(ports, another);
});
