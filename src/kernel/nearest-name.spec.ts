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

it('looks for none beside a name of over 64 characters, and among a hundred of about its length', () => {
  expect(nearestName('x'.repeat(64), ['x'.repeat(63)])).toBe('x'.repeat(63));
  expect(nearestName('x'.repeat(65), ['x'.repeat(64)])).toBeUndefined();
  const others = Array.from({ length: 100 }, (_, index) => `zz${String(index).padStart(3, '0')}`);
  expect(nearestName('token', [...others.slice(1), 'longer than it', 'tokem'])).toBe('tokem');
  expect(nearestName('token', [...others, 'tokem'])).toBeUndefined();
});
