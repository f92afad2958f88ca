import { readSettings } from './read-settings';
import type { SettingsError } from './settings-error';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it('delivers for a day with patience that grows, unless told', () => {
  expect(readSettings({}).webhooks).toEqual({
    timeoutMs: 15 * SECOND,
    retryDelaysMs: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR],
    concurrency: 32,
    concurrencyPerNotification: 8,
    backlog: 1_000_000,
    keyOverlapMs: DAY,
    retentionMs: 30 * DAY,
    proxyUrl: undefined,
  });
});

it('reads how webhooks are delivered', () => {
  const { webhooks } = readSettings({
    WEBHOOK_TIMEOUT_SECONDS: '3',
    WEBHOOK_RETRY_DELAYS: '1s, 90m,30d',
    WEBHOOK_CONCURRENCY: '1',
    WEBHOOK_CONCURRENCY_PER_NOTIFICATION: '1000',
    WEBHOOK_BACKLOG: '1000',
    WEBHOOK_KEY_OVERLAP: '0s',
    WEBHOOK_RETENTION: '3650d',
  });
  expect(webhooks).toMatchObject({
    timeoutMs: 3 * SECOND,
    retryDelaysMs: [SECOND, 90 * MINUTE, 30 * DAY],
    concurrency: 1,
    concurrencyPerNotification: 1000,
    backlog: 1000,
    keyOverlapMs: 0,
    retentionMs: 3650 * DAY,
  });
});

it('keeps the proxy secret', () => {
  for (const url of ['http://agent:pass%20word@proxy.internal:3128', 'https://proxy.internal/', 'http://[::1]:3128']) {
    const { webhooks } = readSettings({ WEBHOOK_PROXY_URL: url });
    expect(webhooks.proxyUrl?.reveal()).toBe(url);
    expect(JSON.stringify(webhooks)).toContain('"proxyUrl":"[redacted]"');
  }
});

it.each([
  ['WEBHOOK_TIMEOUT_SECONDS', ['0', '121', '1.5', '15s']],
  ['WEBHOOK_RETRY_DELAYS', ['0s', '500ms', '5', '5s,', '5s;5m', '-5s', '31d', '1w', Array(51).fill('5s').join()]],
  ['WEBHOOK_CONCURRENCY', ['0', '1001']],
  ['WEBHOOK_CONCURRENCY_PER_NOTIFICATION', ['0', 'all']],
  ['WEBHOOK_BACKLOG', ['999', '100000001']],
  ['WEBHOOK_KEY_OVERLAP', ['0', '366d', 'h']],
  ['WEBHOOK_RETENTION', ['59m', '3651d', 'forever']],
  [
    'WEBHOOK_PROXY_URL',
    ['proxy:3128', 'socks5://proxy', 'http://proxy/path', 'http://proxy?a', 'http://:%@proxy', 'http://a b'],
  ],
])('refuses a wrong %s, and never repeats it', (name, values) => {
  for (const value of values) {
    const faults = [{ name, expected: expect.any(String), example: expect.any(String) }];
    expect(() => readSettings({ [name]: value })).toThrow(expect.objectContaining({ faults }) as SettingsError);
  }
  expect(() => readSettings({ [name]: 'a-secret-value' })).not.toThrow(/a-secret-value/);
});

it('names examples that can be used', () => {
  const names = ['TIMEOUT_SECONDS', 'RETRY_DELAYS', 'CONCURRENCY', 'KEY_OVERLAP', 'RETENTION', 'PROXY_URL'];
  for (const name of names.map((end) => `WEBHOOK_${end}`)) {
    const [, example] = /for example (.*)$/.exec(messageOf({ [name]: '?' })) ?? [];
    expect(() => readSettings({ [name]: example })).not.toThrow();
  }
});

function messageOf(environment: NodeJS.ProcessEnv): string {
  try {
    readSettings(environment);
  } catch (error) {
    return String(error);
  }
  throw new Error('These settings can be used');
}
