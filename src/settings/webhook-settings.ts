import { SecretValue } from '../kernel/secret';
import { duration, isReadable, listOf, type TakeSetting, wholeNumber } from './readers';
import type { WebhookSettings } from './settings';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const RETRY_DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
const MOST_RETRIES = 50;

/** How webhooks are delivered. */
export const readWebhooks = (take: TakeSetting): WebhookSettings => ({
  timeoutMs:
    take('WEBHOOK_TIMEOUT_SECONDS', wholeNumber(1, 120), 15, 'a whole number of seconds from 1 to 120', '15') * SECOND,
  retryDelaysMs: take(
    'WEBHOOK_RETRY_DELAYS',
    readRetryDelays,
    RETRY_DELAYS,
    `at most ${MOST_RETRIES} times from 1s to 30d in s, m, h or d, with commas between them`,
    '5s,5m,30m,2h,5h,10h,10h',
  ),
  concurrency: take(
    'WEBHOOK_CONCURRENCY',
    wholeNumber(1, 1000),
    32,
    'a whole number of deliveries from 1 to 1000',
    '32',
  ),
  concurrencyPerNotification: take(
    'WEBHOOK_CONCURRENCY_PER_NOTIFICATION',
    wholeNumber(1, 1000),
    8,
    'a whole number of deliveries from 1 to 1000',
    '8',
  ),
  backlog: take(
    'WEBHOOK_BACKLOG',
    wholeNumber(1000, 100_000_000),
    1_000_000,
    'a whole number of deliveries from 1000 to 100000000',
    '1000000',
  ),
  keyOverlapMs: take(
    'WEBHOOK_KEY_OVERLAP',
    duration(0, 365 * DAY),
    DAY,
    'a time of at most 365d in s, m, h or d, 0s for none',
    '24h',
  ),
  retentionMs: take(
    'WEBHOOK_RETENTION',
    duration(HOUR, 3650 * DAY),
    30 * DAY,
    'a time from 1h to 3650d in m, h or d',
    '30d',
  ),
  proxyUrl: take(
    'WEBHOOK_PROXY_URL',
    readProxyUrl,
    undefined,
    'http://USER:PASSWORD@HOST:PORT, or https:// for a proxy with TLS',
    'http://proxy.internal:3128',
  ),
});

function readRetryDelays(text: string): readonly number[] | undefined {
  const delays = listOf(duration(SECOND, 30 * DAY))(text);
  return delays && delays.length <= MOST_RETRIES ? delays : undefined;
}

/** A server and who signs in; what a path would mean to a proxy is not defined. */
function readProxyUrl(text: string): SecretValue | undefined {
  if (!/^https?:\/\/[^\s/?#\\]+\/?$/.test(text) || !URL.canParse(text)) return undefined;
  const { username, password } = new URL(text);
  return [username, password].every(isReadable) ? new SecretValue(text) : undefined;
}
