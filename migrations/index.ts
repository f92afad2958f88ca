import { CreateSchema1763700000000 } from './1763700000000-create-schema';
import { Networks1763800000000 } from './1763800000000-networks';
import { Plugins1763900000000 } from './1763900000000-plugins';
import { Variables1764000000000 } from './1764000000000-variables';

/** All migrations, in the order in which they run. */
export const migrations = [
  CreateSchema1763700000000,
  Networks1763800000000,
  Plugins1763900000000,
  Variables1764000000000,
];
