import type { SigningKey } from '../../notifications/domain/signing-key';

/** What is to be delivered. */
export interface WebhookMessage {
  /** The same in every attempt to deliver it. */
  readonly id: string;
  readonly url: string;
  /** Signed and sent as it is, in UTF-8. */
  readonly body: string;
  /** The key of the notification first, then those that it had and that still sign beside it; with none, it goes unsigned. */
  readonly keys: readonly SigningKey[];
}

/** What came of one attempt. It succeeded where there is no failure: the receiver answered in full, with a status from 200 to 299. */
export interface SendOutcome {
  /** Absent where no answer came. */
  readonly status?: number;
  /** Why it did not succeed, in plain words, without secrets, URLs or addresses. */
  readonly failure?: string;
  readonly latencyMs: number;
  /** At most the first 1,024 characters of the answer. */
  readonly answer: string;
  /** How long the receiver asks to be left alone; as much as it likes. */
  readonly retryAfterMs?: number;
}

/** Delivers messages to webhooks. */
export abstract class WebhookSender {
  /** Makes one attempt. Never throws. */
  abstract send(message: WebhookMessage): Promise<SendOutcome>;
  /** Ends what is under way, and every connection. */
  abstract close(): Promise<void>;
}
