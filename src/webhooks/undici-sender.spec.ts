import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type OpenSender, openSender, SIGNING_KEY } from '../../test/support/open-sender';
import { reactions, startWebhookReceiver, type WebhookReceiver } from '../../test/support/webhook-receiver';

let receiver: WebhookReceiver;
let sender: OpenSender;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  sender = openSender();
});

afterEach(async () => {
  await sender.close();
  await receiver.close();
});

it('posts the body as it is, named and signed', async () => {
  const body = '{"text":"übergroß 🚀", "amount": 123456789012345678901234567890}';
  const outcome = await sender.send(`${receiver.url}/hooks/a%20b?tenant=1&x`, { id: 'msg_2', body });
  expect(outcome).toEqual({ status: 200, answer: 'ok', latencyMs: expect.any(Number) });
  expect(receiver.requests).toEqual([
    {
      method: 'POST',
      path: '/hooks/a%20b?tenant=1&x',
      body,
      headers: {
        host: new URL(receiver.url).host,
        connection: 'keep-alive',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'relayer-management-service',
        'webhook-id': 'msg_2',
        'webhook-timestamp': String(sender.clock.now().getTime() / 1000),
        'webhook-signature': expect.stringMatching(/^v1,/),
        'x-signature': createHmac('sha256', SIGNING_KEY).update(body).digest('base64'),
      },
    },
  ]);
  const { headers } = receiver.requests[0]!;
  const expected = new Webhook(SIGNING_KEY, { format: 'raw' }).sign('msg_2', sender.clock.now(), body);
  expect(headers['webhook-signature']).toBe(expected);
});

it('signs nothing where there is no key', async () => {
  await sender.send(receiver.url, { keys: [] });
  expect(Object.keys(receiver.requests[0]!.headers).filter((name) => name.includes('signature'))).toEqual([]);
});

it.each([
  ['user:pass%20word', 'user:pass word'],
  ['user', 'user:'],
  ['a%zz:b%', 'a%zz:b%'],
])('signs in as %s where the URL says so', async (userinfo, credentials) => {
  await sender.send(receiver.url.replace('//', `//${userinfo}@`));
  const { authorization, host } = receiver.requests[0]!.headers;
  expect(authorization).toBe(`Basic ${Buffer.from(credentials).toString('base64')}`);
  expect(host).toBe(new URL(receiver.url).host);
});

it.each([200, 201, 202, 204, 299])('takes %i for success', async (status) => {
  receiver.react(reactions.answer(status, {}, ''));
  expect(await sender.send(receiver.url)).toEqual({ status, answer: '', latencyMs: expect.any(Number) });
});

it.each([300, 304, 400, 401, 404, 410, 500, 503])('takes %i for a failure', async (status) => {
  receiver.react(reactions.answer(status, {}, status === 304 ? '' : 'no'));
  const outcome = await sender.send(receiver.url);
  expect(outcome.status).toBe(status);
  expect(outcome.failure).toMatch(new RegExp(`^answered ${String(status)}`));
});

it('tells how long the receiver asks to be left alone', async () => {
  receiver.react(reactions.answer(429, { 'retry-after': '120' }));
  expect(await sender.send(receiver.url)).toMatchObject({ failure: 'answered 429', retryAfterMs: 120_000 });
  const date = new Date(sender.clock.now().getTime() + 3_600_000).toUTCString();
  receiver.react(reactions.answer(503, { 'retry-after': date }));
  expect(await sender.send(receiver.url)).toMatchObject({ failure: 'answered 503', retryAfterMs: 3_600_000 });
  receiver.react(reactions.answer(503, { 'retry-after': 'tomorrow' }));
  expect(await sender.send(receiver.url)).not.toHaveProperty('retryAfterMs');
});

it('keeps connections for what follows', async () => {
  for (let number = 0; number < 20; number += 1) await sender.send(receiver.url);
  expect(receiver.requests).toHaveLength(20);
  // The first one may still be reading when the second delivery begins.
  expect(receiver.connections).toBeLessThanOrEqual(2);
});

it('ends what is under way when it is closed', async () => {
  const arrived = new Promise<void>((resolve) => {
    receiver.react(() => resolve());
  });
  const outcome = sender.send(receiver.url);
  await arrived;
  await sender.close();
  expect(await outcome).toMatchObject({ failure: 'the service was stopped' });
  expect(await sender.send(receiver.url)).toMatchObject({ failure: 'the service was stopped' });
});

it('never throws', async () => {
  expect(await sender.send('no URL')).toMatchObject({ answer: '', failure: expect.any(String) });
  expect(await sender.send('ftp://127.0.0.1/file')).toMatchObject({ answer: '', failure: expect.any(String) });
});
