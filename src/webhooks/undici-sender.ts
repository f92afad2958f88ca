import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { type Dispatcher, errors } from 'undici';
import { Clock } from '../kernel/clock';
import { UrlRules } from '../kernel/url-rules';
import { Settings } from '../settings/settings';
import { basicCredentials } from './basic-credentials';
import { directly, throughProxy } from './connections';
import { AnswerText } from './domain/answer-text';
import { readRetryAfter } from './domain/retry-after';
import { signatureHeaders } from './domain/signature';
import { type SendOutcome, type WebhookMessage, WebhookSender } from './domain/webhook-sender';
import { failureWords } from './failure-words';
import { guardedConnector, RefusedAddress } from './guarded-connector';
import { NameResolver } from './name-resolver';
import { secretTexts } from './secret-texts';

/** What is known of an answer while it comes in. */
interface Answer {
  head?: Dispatcher.ResponseData;
  readonly text: AnswerText;
}

/** Delivers over HTTP/1.1, to where the rules for URLs allow it and never further. */
@Injectable()
export class UndiciSender extends WebhookSender {
  private readonly timeoutMs: number;
  private readonly connections: Dispatcher;

  constructor(
    { webhooks: { timeoutMs, proxyUrl } }: Settings,
    private readonly urls: UrlRules,
    private readonly clock: Clock,
    names: NameResolver,
  ) {
    super();
    this.timeoutMs = timeoutMs;
    this.connections = proxyUrl
      ? throughProxy(proxyUrl, timeoutMs)
      : directly(guardedConnector(urls.webhooks, names, timeoutMs));
  }

  async send(message: WebhookMessage): Promise<SendOutcome> {
    const started = performance.now();
    const answer: Answer = { text: new AnswerText(secretTexts(message)) };
    const failure = await this.failureOf(message, answer);
    const { statusCode, headers = {} } = answer.head ?? {};
    const retryAfterMs = readRetryAfter([headers['retry-after']].flat()[0], this.clock.now());
    return {
      ...(statusCode !== undefined && { status: statusCode }),
      ...(failure !== undefined && { failure }),
      latencyMs: Math.round(performance.now() - started),
      answer: answer.text.toString(),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }

  async close(): Promise<void> {
    await this.connections.destroy(new errors.ClientDestroyedError());
  }

  private async failureOf(message: WebhookMessage, answer: Answer): Promise<string | undefined> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.timeoutMs);
    try {
      // The signal ends a request that was sent; one that still waits for its connection does not hear it.
      return await Promise.race([this.attempt(message, answer, timeout.signal), aborted(timeout.signal)]);
    } catch (error) {
      if (!timeout.signal.aborted) return failureWords(error);
      return `${answer.head ? 'the answer did not end' : 'no answer'} within ${this.timeoutMs / 1000} s`;
    } finally {
      clearTimeout(timer);
    }
  }

  private async attempt(message: WebhookMessage, answer: Answer, signal: AbortSignal): Promise<string | undefined> {
    const refusal = this.urls.webhookRefusal(message.url);
    if (refusal) throw new RefusedAddress(refusal);
    const url = new URL(message.url);
    const authorization = basicCredentials(url);
    const head = await this.connections.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'relayer-management-service',
        ...(authorization !== undefined && { authorization }),
        ...signatureHeaders(message, this.clock.now()),
      },
      body: Buffer.from(message.body),
      signal,
    });
    answer.head = head;
    for await (const chunk of head.body) {
      answer.text.add(chunk as Buffer);
      // To leave the loop ends the connection.
      if (answer.text.isFull) break;
    }
    return failureOfStatus(head.statusCode);
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
  });

function failureOfStatus(status: number): string | undefined {
  if (status >= 200 && status <= 299) return undefined;
  const isRedirect = status >= 300 && status <= 399 && status !== 304;
  return `answered ${status}${isRedirect ? '; redirects are not followed' : ''}`;
}
