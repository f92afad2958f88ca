/** Who asks: a token that was accepted, or whoever has the command line. */
export interface Principal {
  readonly id: string;
  readonly name: string;
  /** `*` stands for all. */
  readonly permissions: ReadonlySet<string>;
  /** The only relayers that there are for it; undefined for all. */
  readonly relayers?: ReadonlySet<string> | undefined;
  /** When it stops being accepted; undefined for never. */
  readonly expiresAt?: Date | undefined;
}

/** Whether the principal may do what needs the permission. */
export const may = ({ permissions }: Principal, permission: string): boolean =>
  permissions.has('*') || permissions.has(permission);
