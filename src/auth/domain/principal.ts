import { may, type Principal } from '../../kernel/principal';
import type { Protected } from './permissions';

/** Whoever works on the database itself. */
export const COMMAND_LINE: Principal = { id: 'command-line', name: 'command line', permissions: new Set(['*']) };

/**
 * Whether the principal sees the URLs and configurations of records whole, which often are credentials: who may read them and not write them
 * sees them masked, and so does, in what a write answers, who may not read them.
 */
export const seesWhole = (principal: Principal, records: Protected): boolean =>
  may(principal, `${records}:read`) && may(principal, `${records}:write`);
