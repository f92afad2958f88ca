import { format, inspect } from 'node:util';
import { stringifyExact } from './exact-json';
import { SecretValue } from './secret';

const secret = new SecretValue('hunter2');

it.each([
  ['String', String(secret)],
  ['a template', `a ${secret.toString()}`],
  ['JSON', JSON.stringify({ secret })],
  ['exact JSON', stringifyExact({ secret, list: [secret] })],
  ['inspect', inspect({ secret }, { showHidden: true, depth: 9 })],
  ['format', format('%s %o %j', secret, secret, secret)],
  ['its members', JSON.stringify(Object.entries(secret))],
  ['a copy', JSON.stringify(structuredClone(Object.assign({}, secret)))],
])('does not show itself in %s', (_, text) => {
  expect(text).not.toContain('hunter2');
});

it('shows itself where it is revealed', () => {
  expect(secret.reveal()).toBe('hunter2');
});
