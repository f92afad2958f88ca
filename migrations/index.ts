import { CreateSchema1763700000000 } from './1763700000000-create-schema';
import { Plugins1763900000000 } from './1763900000000-plugins';

/** All migrations, in the order in which they run. */
export const migrations = [CreateSchema1763700000000, Plugins1763900000000];
