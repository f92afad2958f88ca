import type { Fault } from '../../kernel/domain-error';
import type { Principal } from '../../kernel/principal';
import type { TokenWish } from './api-token';

type Wished = Pick<TokenWish, 'relayers' | 'expires_at'> & { readonly permissions: readonly string[] };

/** What a token would have that its issuer does not: nobody can give more than there is for themselves. */
export const excessOf = (wish: Wished, by: Principal): readonly Fault[] => [
  ...(by.permissions.has('*') ? [] : permissionsBeyond(by.permissions, wish.permissions)),
  ...(by.relayers ? relayersBeyond(by.relayers, wish.relayers) : []),
  ...(by.expiresAt ? expiryBeyond(by.expiresAt, wish.expires_at) : []),
];

/** Nobody needs a token that is not good for anything. */
export const expiryFaults = ({ expires_at }: TokenWish, now: Date): readonly Fault[] =>
  expires_at !== undefined && new Date(expires_at) <= now
    ? [{ path: 'expires_at', message: 'must be in the future' }]
    : [];

/** Whether a principal has all that another one has, so that it could have issued its token. */
export function covers(by: Principal, { permissions, relayers, expiresAt }: Principal): boolean {
  const wish = {
    permissions: [...permissions],
    ...(relayers && { relayers: [...relayers] }),
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
  };
  return excessOf(wish, by).length === 0;
}

function permissionsBeyond(own: ReadonlySet<string>, wished: readonly string[]): readonly Fault[] {
  const message = `must be a permission of the caller, whose are ${[...own].join(', ')}`;
  return [...wished.entries()]
    .filter(([, grant]) => !own.has(grant))
    .map(([index]) => ({ path: `permissions[${String(index)}]`, message }));
}

function expiryBeyond(own: Date, wished: string | undefined): readonly Fault[] {
  if (wished !== undefined && new Date(wished) <= own) return [];
  return [
    { path: 'expires_at', message: `must not be after ${own.toISOString()}, when the caller's own token expires` },
  ];
}

function relayersBeyond(own: ReadonlySet<string>, wished: readonly string[] | undefined): readonly Fault[] {
  const rule = `of the relayers that the caller is restricted to: ${[...own].join(', ')}`;
  if (wished === undefined) return [{ path: 'relayers', message: `must name some ${rule}` }];
  return [...wished.entries()]
    .filter(([, id]) => !own.has(id))
    .map(([index]) => ({ path: `relayers[${String(index)}]`, message: `must be one ${rule}` }));
}
