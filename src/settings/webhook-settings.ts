import { ArrayMaxSize, IsInt, Max, Min } from 'class-validator';
import type { SecretValue } from '../kernel/secret';
import { DAY, HOUR, isServerUrl, MINUTE, SECOND, toDuration, toList, secondsToMs } from './conversions';
import { Setting } from './setting.decorator';
import { SecretSetting, WholeNumberSetting } from './typed-setting.decorator';

const MAX_RETRIES = 50;

/** How webhooks are delivered. */
export class WebhookSettings {
  /** How long one attempt may take, from the name of the receiver to the end of its answer. */
  @Setting('WEBHOOK_TIMEOUT_SECONDS', 'a whole number of seconds from 1 to 120', '15', secondsToMs)
  @IsInt()
  @Min(SECOND)
  @Max(120 * SECOND)
  readonly timeoutMs: number = 15 * SECOND;

  /** How long to wait after the first attempt, the second one and so on; after as many retries a delivery has failed. */
  @Setting(
    'WEBHOOK_RETRY_DELAYS',
    `at most ${MAX_RETRIES} times from 1s to 30d in s, m, h or d, with commas between them`,
    '5s,5m,30m,2h,5h,10h,10h',
    toList(toDuration),
  )
  @ArrayMaxSize(MAX_RETRIES)
  @IsInt({ each: true })
  @Min(SECOND, { each: true })
  @Max(30 * DAY, { each: true })
  readonly retryDelaysMs: readonly number[] = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    10 * HOUR,
  ];

  /** How many deliveries a process sends at once, to all receivers and to one of them. */
  @WholeNumberSetting('WEBHOOK_CONCURRENCY', 'a whole number of deliveries from 1 to 1000', '32', 1, 1000)
  readonly concurrency: number = 32;

  @WholeNumberSetting(
    'WEBHOOK_CONCURRENCY_PER_NOTIFICATION',
    'a whole number of deliveries from 1 to 1000',
    '8',
    1,
    1000,
  )
  readonly concurrencyPerNotification: number = 8;

  /** How many deliveries for one notification may wait; of more than that, the oldest are given up. */
  @WholeNumberSetting(
    'WEBHOOK_BACKLOG',
    'a whole number of deliveries from 1000 to 100000000',
    '1000000',
    1000,
    100_000_000,
  )
  readonly backlog: number = 1_000_000;

  /** How long a signing key that was replaced signs beside the new one. */
  @Setting('WEBHOOK_KEY_OVERLAP', 'a time of at most 365d in s, m, h or d, 0s for none', '24h', toDuration)
  @IsInt()
  @Max(365 * DAY)
  readonly keyOverlapMs: number = DAY;

  /** How long the attempts of a delivery can be looked up. */
  @Setting('WEBHOOK_RETENTION', 'a time from 1h to 3650d in m, h or d', '30d', toDuration)
  @IsInt()
  @Min(HOUR)
  @Max(3650 * DAY)
  readonly retentionMs: number = 30 * DAY;

  /** The HTTP proxy that reaches the receivers; what a path would mean to it is not defined. */
  @SecretSetting(
    'WEBHOOK_PROXY_URL',
    'http://USER:PASSWORD@HOST:PORT, or https:// for a proxy with TLS',
    'http://proxy.internal:3128',
    (text) => isServerUrl(text, /^https?:\/\/[^\s/?#\\]+\/?$/),
  )
  readonly proxyUrl: SecretValue | undefined = undefined;
}
