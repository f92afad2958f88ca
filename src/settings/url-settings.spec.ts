import { UrlRules } from '../kernel/url-rules';
import { readSettings } from './read-settings';
import type { SettingsError } from './settings-error';

const rulesWith = (environment: NodeJS.ProcessEnv): UrlRules => new UrlRules(readSettings(environment).urls);

it('allows neither webhooks to special addresses nor fewer RPC hosts, unless told', () => {
  const { urls } = readSettings({});
  expect(urls).toEqual({ webhookAllowedRanges: [], rpcAllowedHosts: [], rpcBlockPrivateIps: false });
});

it('reads the ranges that webhooks may be delivered to', () => {
  const rules = rulesWith({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8, fd12::/16,10.1.2.3' });
  for (const host of ['127.0.0.1', '[fd12::1]', '10.1.2.3'])
    expect(rules.webhookFault(`http://${host}`)).toBeUndefined();
  for (const host of ['10.1.2.4', '[::1]']) expect(rules.webhookFault(`http://${host}`)).toBeDefined();
});

it('reads the hosts that RPC URLs may have, in any notation', () => {
  expect(
    readSettings({ RPC_ALLOWED_HOSTS: 'RPC.Example.com., 0x7f.1 ,::1,[fd12:0::1],bücher.example' }).urls
      .rpcAllowedHosts,
  ).toEqual(['rpc.example.com', '127.0.0.1', '::1', 'fd12::1', 'xn--bcher-kva.example']);
});

it('reads whether RPC URLs are held to the public internet', () => {
  expect(readSettings({ RPC_BLOCK_PRIVATE_IPS: 'TRUE' }).urls.rpcBlockPrivateIps).toBe(true);
});

it.each([
  ['WEBHOOK_ALLOWED_RANGES', '10.0.0.0/8,'],
  ['WEBHOOK_ALLOWED_RANGES', '10.0.0.0/40'],
  ['WEBHOOK_ALLOWED_RANGES', 'localhost'],
  ['RPC_ALLOWED_HOSTS', 'https://rpc.example.com'],
  ['RPC_ALLOWED_HOSTS', 'rpc.example.com:8545'],
  ['RPC_ALLOWED_HOSTS', 'rpc.example.com/v1'],
  ['RPC_ALLOWED_HOSTS', '*.example.com'],
  ['RPC_ALLOWED_HOSTS', 'a,,b'],
  ['RPC_BLOCK_PRIVATE_IPS', 'yes'],
])('refuses %s=%s', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ name })] }) as SettingsError,
  );
});
