import type { Fault } from '../../kernel/domain-error';
import type { TokenWish } from './api-token';
import type { Principal } from './principal';

/** What a token would have that its issuer does not: nobody can give more than there is for themselves. */
export function excessOf(wish: TokenWish, by: Principal): Fault[] {
  const faults: Fault[] = [];
  for (const [index, grant] of wish.permissions.entries()) {
    if (by.permissions.has('*') || by.permissions.has(grant)) continue;
    const message = `must be a permission of the caller, whose are ${[...by.permissions].join(', ')}`;
    faults.push({ path: `permissions[${String(index)}]`, message });
  }
  if (by.relayers) faults.push(...relayersBeyond(by.relayers, wish.relayers));
  if (by.expiresAt && (wish.expires_at === undefined || new Date(wish.expires_at) > by.expiresAt)) {
    const message = `must not be after ${by.expiresAt.toISOString()}, when the caller's own token expires`;
    faults.push({ path: 'expires_at', message });
  }
  return faults;
}

/** Whether a principal has all that another one has, so that it could have issued its token. */
export function covers(by: Principal, { name, permissions, relayers, expiresAt }: Principal): boolean {
  const wish = {
    name,
    permissions: [...permissions],
    ...(relayers && { relayers: [...relayers] }),
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
  };
  return excessOf(wish, by).length === 0;
}

function relayersBeyond(own: ReadonlySet<string>, wished: readonly string[] | undefined): Fault[] {
  const rule = `of the relayers that the caller is restricted to: ${[...own].join(', ')}`;
  if (wished === undefined) return [{ path: 'relayers', message: `must name some ${rule}` }];
  return [...wished.entries()]
    .filter(([, id]) => !own.has(id))
    .map(([index]) => ({ path: `relayers[${String(index)}]`, message: `must be one ${rule}` }));
}
