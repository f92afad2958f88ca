import { CreateSchema1763700000000 } from './1763700000000-create-schema';

/** All migrations, in the order in which they run. */
export const migrations = [CreateSchema1763700000000];
