import { may, type Principal } from '../../kernel/principal';
import { type Grant, PERMISSIONS } from './permissions';
import { COMMAND_LINE, seesWhole } from './principal';

const withGrants = (...permissions: readonly Grant[]): Principal => ({
  id: 'id',
  name: 'name',
  permissions: new Set(permissions),
});

it('may do what it has a permission for, and everything with *', () => {
  const allowed = (principal: Principal) => PERMISSIONS.filter((permission) => may(principal, permission));
  expect(allowed(withGrants())).toEqual([]);
  expect(allowed(withGrants('relayers:read', 'tokens:write'))).toEqual(['relayers:read', 'tokens:write']);
  expect(allowed(withGrants('*'))).toEqual(PERMISSIONS);
  expect(allowed(COMMAND_LINE)).toEqual(PERMISSIONS);
});

it('sees what may be a credential with the permissions both to read and to write it, alone', () => {
  const sees = (...permissions: readonly Grant[]) => seesWhole(withGrants(...permissions), 'notifications');
  expect([sees('notifications:read', 'notifications:write'), sees('*')]).toEqual([true, true]);
  expect([sees('notifications:read'), sees('notifications:write'), sees()]).toEqual([false, false, false]);
  expect(sees('notifications:read', 'relayers:write', 'signers:read', 'signers:write')).toBe(false);
});
