/** What a token may be allowed to do. */
export const PERMISSIONS = [
  'relayers:read',
  'relayers:write',
  'relayers:system',
  'notifications:read',
  'notifications:write',
  'signers:read',
  'signers:write',
  'networks:read',
  'networks:write',
  'plugins:read',
  'plugins:write',
  'configuration:read',
  'configuration:write',
  'tokens:read',
  'tokens:write',
  'audit:read',
  'metrics:read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** What there are permissions both to read and to write of. */
export type Protected = {
  [P in Permission]: P extends `${infer Records}:write`
    ? `${Records}:read` extends Permission
      ? Records
      : never
    : never;
}[Permission];

/** What a token can be given: a permission, or `*` for all of them, also those that are still to come. */
export const GRANTS = [...PERMISSIONS, '*'] as const;

export type Grant = (typeof GRANTS)[number];
