import { validate } from '../../kernel/validation';
import { RpcConfig } from './rpc-config';

function read(value: unknown) {
  const { value: config, faults } = validate(RpcConfig, value, 'custom_rpc_urls[0]');
  return { config, faults };
}

it.each([
  [{ url: 'https://rpc.example.com' }, 100],
  [{ url: 'https://rpc.example.com', weight: null }, 100],
  [{ url: 'https://key:secret@rpc.example.com', weight: 0 }, 0],
  [{ url: 'http://localhost:8545', weight: 100 }, 100],
])('takes %j, with the weight %d', (value, weight) => {
  expect(read(value)).toEqual({ config: { url: value.url, weight }, faults: [] });
});

it.each([-1, 101, 0.5, '5', 5n, {}])('refuses the weight %p', (weight) => {
  expect(read({ url: 'https://rpc.example.com', weight }).faults).toEqual([
    { path: 'custom_rpc_urls[0].weight', message: 'must be a whole number from 0 to 100' },
  ]);
});

it('says all that is wrong at once', () => {
  expect(read({ url: 'ws://rpc.example.com', weight: 1000, name: 'main' }).faults).toEqual([
    { path: 'custom_rpc_urls[0].name', message: 'is not a known field' },
    { path: 'custom_rpc_urls[0].url', message: 'must be an http or https URL of at most 8192 characters' },
    { path: 'custom_rpc_urls[0].weight', message: 'must be a whole number from 0 to 100' },
  ]);
});
