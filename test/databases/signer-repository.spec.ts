import { describeSignerRepository } from '../contracts/signer-repository';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onEachDatabase('signers', (create) => {
  const { ports } = sharedPorts(create);
  describeSignerRepository(ports);
});
