import type { Grant, Permission, Protected } from './permissions';

/** Who asks: a token that was accepted, or whoever has the command line. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  /** `*` stands for all. */
  readonly permissions: ReadonlySet<Grant>;
  /** The only relayers that there are for it; undefined for all. */
  readonly relayers?: ReadonlySet<string> | undefined;
  /** When it stops being accepted; undefined for never. */
  readonly expiresAt?: Date | undefined;
}

/** Whoever works on the database itself. */
export const COMMAND_LINE: Principal = { id: 'command-line', name: 'command line', permissions: new Set(['*']) };

/** Whether the principal may do what needs the permission. */
export const may = ({ permissions }: Principal, permission: Permission): boolean =>
  permissions.has('*') || permissions.has(permission);

/**
 * Whether the principal sees the URLs and configurations of records whole, which often are credentials: who may read them and not write them
 * sees them masked, and so does, in what a write answers, who may not read them.
 */
export const seesWhole = (principal: Principal, records: Protected): boolean =>
  may(principal, `${records}:read`) && may(principal, `${records}:write`);
