import fc from 'fast-check';
import { may, type Principal } from '../../kernel/principal';
import type { TokenWish } from './api-token';
import { covers, excessOf, expiryFaults } from './grants';
import { GRANTS, PERMISSIONS } from './permissions';

const RELAYERS = ['a', 'b', 'c'];
const INSTANTS = [2030, 2031, 2032].map((year) => new Date(Date.UTC(year, 0)));

const principals: fc.Arbitrary<Principal> = fc.record({
  id: fc.constant('id'),
  name: fc.constant('name'),
  permissions: fc.subarray([...GRANTS], { minLength: 1 }).map((grants) => new Set(grants)),
  relayers: fc.option(
    fc.subarray(RELAYERS, { minLength: 1 }).map((ids) => new Set(ids)),
    { nil: undefined },
  ),
  expiresAt: fc.option(fc.constantFrom(...INSTANTS), { nil: undefined }),
});

const wishFor = ({ permissions, relayers, expiresAt }: Principal): Parameters<typeof excessOf>[0] => ({
  permissions: [...permissions],
  ...(relayers && { relayers: [...relayers] }),
  ...(expiresAt && { expires_at: expiresAt.toISOString() }),
});

/** Whether one can do something that the other cannot; `*` is more than all that there is today. */
function hasMore(one: Principal, other: Principal): boolean {
  const sees = ({ relayers }: Principal, id: string): boolean => relayers?.has(id) ?? true;
  const lives = ({ expiresAt }: Principal, at: Date): boolean => expiresAt === undefined || at < expiresAt;
  const later = new Date(Date.UTC(2100, 0));
  return (
    PERMISSIONS.some((permission) => may(one, permission) && !may(other, permission)) ||
    (one.permissions.has('*') && !other.permissions.has('*')) ||
    [...RELAYERS, 'another'].some((id) => sees(one, id) && !sees(other, id)) ||
    [...INSTANTS.map((at) => new Date(at.getTime() - 1)), later].some((at) => lives(one, at) && !lives(other, at))
  );
}

describe('what a caller can give', () => {
  it('is never more than the caller has, and all that it has', () => {
    fc.assert(
      fc.property(principals, principals, (by, wished) => {
        expect(excessOf(wishFor(wished), by).length > 0).toBe(hasMore(wished, by));
        expect(covers(by, wished)).toBe(!hasMore(wished, by));
      }),
      { numRuns: 1000 },
    );
  });

  it('never grows along a chain of tokens', () => {
    fc.assert(
      fc.property(principals, principals, principals, (first, second, third) => {
        fc.pre(covers(first, second) && covers(second, third));
        expect(hasMore(third, first)).toBe(false);
      }),
    );
  });

  it('is named with the field and the rule where it is too much', () => {
    const by: Principal = {
      id: 'id',
      name: 'name',
      permissions: new Set(['relayers:read', 'tokens:write']),
      relayers: new Set(['a']),
      expiresAt: new Date('2030-01-01T00:00:00Z'),
    };
    const wish: TokenWish = { name: 'more', permissions: ['relayers:read', '*'], relayers: ['a', 'b'] };
    expect(excessOf(wish, by)).toEqual([
      { path: 'permissions[1]', message: 'must be a permission of the caller, whose are relayers:read, tokens:write' },
      { path: 'relayers[1]', message: 'must be one of the relayers that the caller is restricted to: a' },
      {
        path: 'expires_at',
        message: "must not be after 2030-01-01T00:00:00.000Z, when the caller's own token expires",
      },
    ]);
    expect(excessOf({ permissions: ['relayers:read'], expires_at: '2029-01-01T00:00:00Z' }, by)).toEqual([
      { path: 'relayers', message: 'must name some of the relayers that the caller is restricted to: a' },
    ]);
  });
});

it('is nothing that would have expired already', () => {
  const now = new Date('2030-01-01T00:00:00.000Z');
  const faultsOf = (expires_at?: string) =>
    expiryFaults({ name: 'a', permissions: [], ...(expires_at !== undefined && { expires_at }) }, now);
  expect([faultsOf(), faultsOf('2030-01-01T00:00:00.001Z'), faultsOf('2029-12-31T23:30:00-01:00')]).toEqual([
    [],
    [],
    [],
  ]);
  for (const past of ['2030-01-01T00:00:00.000Z', '2029-12-31T23:59:59.999Z', '2030-01-01T00:30:00+01:00'])
    expect(faultsOf(past)).toEqual([{ path: 'expires_at', message: 'must be in the future' }]);
});
