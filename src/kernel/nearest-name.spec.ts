import { nearestName } from './nearest-name';

const NAMES = ['--json', '--name', '--expires', 'token', 'notifications', 'apply'];

it.each([
  ['--jsn', '--json'],
  ['--josn', '--json'],
  ['--expire', '--expires'],
  ['tokn', 'token'],
  ['notificatoin', 'notifications'],
  ['aply', 'apply'],
])('takes %s for %s', (given, meant) => {
  expect(nearestName(given, NAMES)).toBe(meant);
});

it.each(['', 'x', '--yaml', 'serve', '--', 'tkn2'])('takes %j for none of them', (given) => {
  expect(nearestName(given, NAMES)).toBeUndefined();
});

it('prefers the nearest', () => {
  expect(nearestName('lists', ['lisp', 'list', 'lost'])).toBe('list');
});
