import { describePluginRepository } from '../contracts/plugin-repository';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onEachDatabase('plugins', (create) => {
  const { ports } = sharedPorts(create);
  describePluginRepository(ports);
});
