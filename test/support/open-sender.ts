import type { SendOutcome, WebhookMessage } from '../../src/webhooks/domain/webhook-sender';
import { NameResolver } from '../../src/webhooks/name-resolver';
import { UndiciSender } from '../../src/webhooks/undici-sender';
import { UrlRules } from '../../src/kernel/url-rules';
import { SigningKey } from '../../src/notifications/domain/signing-key';
import { readSettings } from '../../src/settings/read-settings';
import { FixedClock } from './fixed-clock';

export const SIGNING_KEY = 'a-signing-key-that-nobody-may-see';
export const PROXY_PASSWORD = 'a-password-that-nobody-may-see';

/** Names that a test decides about. */
export class GivenNames extends NameResolver {
  readonly asked: string[] = [];

  constructor(private readonly answer: (name: string) => readonly string[] | Promise<readonly string[]>) {
    super();
  }

  override async addressesOf(name: string): Promise<readonly string[]> {
    this.asked.push(name);
    return this.answer(name);
  }
}

export interface OpenSender {
  readonly clock: FixedClock;
  send(url: string, message?: Partial<WebhookMessage>): Promise<SendOutcome>;
  close(): Promise<void>;
}

/** The sender of the service; it may call what is on this machine unless ranges are given. */
export function openSender(
  options: {
    readonly timeoutMs?: number;
    readonly proxyUrl?: string;
    readonly allowedRanges?: readonly string[];
    readonly names?: NameResolver;
  } = {},
): OpenSender {
  const { timeoutMs = 15_000, proxyUrl, allowedRanges = ['127.0.0.1/32'], names = new NameResolver() } = options;
  const settings = readSettings({ WEBHOOK_ALLOWED_RANGES: allowedRanges.join(), WEBHOOK_PROXY_URL: proxyUrl });
  const patient = Object.assign(settings, { webhooks: Object.assign(settings.webhooks, { timeoutMs }) });
  const clock = new FixedClock();
  const sender = new UndiciSender(patient, new UrlRules(settings.urls), clock, names);
  return {
    clock,
    send: (url, message = {}) =>
      sender.send({ id: 'msg_1', body: '{"event":"test"}', keys: [new SigningKey(SIGNING_KEY)], url, ...message }),
    close: () => sender.close(),
  };
}

/** Opens senders as {@link openSender} does, for one test; they are closed after it. */
export function sendersForEachTest(): typeof openSender {
  const opened: OpenSender[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  return (...options) => {
    const sender = openSender(...options);
    opened.push(sender);
    return sender;
  };
}
