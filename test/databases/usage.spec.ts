import { describeUsage } from '../contracts/usage';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onEachDatabase('usage', (create) => {
  const { ports } = sharedPorts(create);
  describeUsage(ports);
});
