import { createHmac } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { SigningKey } from '../../notifications/domain/signing-key';
import { signatureHeaders } from './signature';

const KEY = 'a-signing-key-of-at-least-32-bytes';
const OLD_KEY = 'the-signing-key-that-was-before-it';
const BYTES = Buffer.from('24 bytes under base64 ..');
const SECRET = `whsec_${BYTES.toString('base64')}`;
const ID = 'c0ffee00-0000-4000-8000-000000000000';
const BODY = '{"id":"c0ffee00-0000-4000-8000-000000000000","text":"übergroß 🚀"}';

const headers = (now: Date, ...keys: string[]) =>
  signatureHeaders({ id: ID, body: BODY, keys: keys.map((key) => new SigningKey(key)) }, now);
const raw = (key: string): Webhook => new Webhook(new TextEncoder().encode(key), { format: 'raw' });

it('signs as Standard Webhooks has it', () => {
  const sent = headers(new Date(), KEY);
  expect(raw(KEY).verify(BODY, sent)).toEqual(JSON.parse(BODY));
  expect(() => raw(OLD_KEY).verify(BODY, sent)).toThrow(WebhookVerificationError);
  expect(() => raw(KEY).verify(BODY.replace('über', 'unter'), sent)).toThrow(WebhookVerificationError);
  expect(() => raw(KEY).verify(BODY, { ...sent, 'webhook-id': 'another' })).toThrow(WebhookVerificationError);
});

it('dates what it signs, in whole seconds', () => {
  const old = headers(new Date(Date.now() - 301_000), KEY);
  expect(() => raw(KEY).verify(BODY, old)).toThrow('Message timestamp too old');
  expect(headers(new Date(1_700_000_000_999), KEY)).toMatchObject({
    'webhook-id': ID,
    'webhook-timestamp': '1700000000',
  });
});

it('reads a key that is written as a Standard Webhooks secret as one', () => {
  const sent = headers(new Date(), SECRET);
  expect(new Webhook(SECRET).verify(BODY, sent)).toEqual(JSON.parse(BODY));
  expect(new Webhook(BYTES, { format: 'raw' }).verify(BODY, sent)).toEqual(JSON.parse(BODY));
});

it.each(['whsec_', 'whsec_not base64', 'whsec_abc', 'whsec_YWJj=', 'WHSEC_YWJj', 'Schlüssel-🔑'])(
  'takes %s for the text that it is',
  (key) => {
    expect(raw(key).verify(BODY, headers(new Date(), key))).toEqual(JSON.parse(BODY));
  },
);

it('signs under every key, so that receivers can change theirs', () => {
  const sent = headers(new Date(), KEY, OLD_KEY, SECRET);
  for (const receiver of [raw(KEY), raw(OLD_KEY), new Webhook(SECRET)]) {
    expect(receiver.verify(BODY, sent)).toEqual(JSON.parse(BODY));
  }
  expect(sent['webhook-signature']).toMatch(/^v1,\S{43}= v1,\S{43}= v1,\S{43}=$/);
});

it('signs the body under the text of the first key as the OpenZeppelin Relayer does', () => {
  for (const key of [KEY, SECRET, 'Schlüssel-🔑']) {
    const expected = createHmac('sha256', key).update(BODY).digest('base64');
    expect(headers(new Date(), key, OLD_KEY)['x-signature']).toBe(expected);
  }
});

it('names and dates what nobody signs', () => {
  expect(headers(new Date(1_700_000_000_000))).toEqual({ 'webhook-id': ID, 'webhook-timestamp': '1700000000' });
});
