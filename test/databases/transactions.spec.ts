import { describeReading } from '../contracts/reading';
import { describeTransactions } from '../contracts/transactions';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

onEachDatabase('transactions', (create) => {
  const { ports, another } = sharedPorts(create);
  describeTransactions(ports, another);
  describeReading(ports);
});
