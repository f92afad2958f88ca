import { createHmac } from 'node:crypto';
import type { SigningKey } from '../../notifications/domain/signing-key';
import type { WebhookMessage } from './webhook-sender';

/** What the name of a Standard Webhooks secret in base64 begins with. */
const PREFIX = 'whsec_';

/**
 * The headers that name, date and sign an attempt: those of Standard Webhooks, which every key signs, and `x-signature` of
 * the OpenZeppelin Relayer under the first key.
 */
export function signatureHeaders(
  { id, body, keys }: Pick<WebhookMessage, 'id' | 'body' | 'keys'>,
  now: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  const [current] = keys;
  if (!current) return headers;
  const signed = `${id}.${timestamp}.${body}`;
  return {
    ...headers,
    'webhook-signature': keys.map((key) => `v1,${hmac(secretOf(key), signed)}`).join(' '),
    'x-signature': hmac(Buffer.from(current.reveal()), body),
  };
}

const hmac = (secret: Buffer, text: string): string => createHmac('sha256', secret).update(text).digest('base64');

/** The bytes that a key stands for in Standard Webhooks: decoded where it is written as its secrets are, else the text. */
function secretOf(key: SigningKey): Buffer {
  const text = key.reveal();
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  const decoded = Buffer.from(encoded, 'base64');
  return encoded !== '' && decoded.toString('base64') === encoded ? decoded : Buffer.from(text);
}
