import { eventually } from '../support/eventually';
import { GivenNames, sendersForEachTest, PROXY_PASSWORD, SIGNING_KEY } from '../support/open-sender';
import { type Reaction, reactions, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const PATH = '/a-path-that-is-a-secret';

let receiver: WebhookReceiver;
const sender = sendersForEachTest();

beforeEach(async () => {
  receiver = await startWebhookReceiver();
});

afterEach(async () => {
  await receiver.close();
});

/** What comes of a delivery to the receiver, which tells nobody where that is. */
async function outcomeOf(reaction: Reaction, timeoutMs?: number) {
  receiver.react(reaction);
  const outcome = await sender(timeoutMs === undefined ? {} : { timeoutMs }).send(receiver.url + PATH);
  expect(outcome.failure ?? '').not.toMatch(/127\.0\.0\.1|http:|secret/);
  expect(outcome.failure ?? '').not.toContain(String(receiver.port));
  expect(JSON.stringify(outcome)).not.toContain(SIGNING_KEY);
  expect(JSON.stringify(outcome)).not.toContain(PROXY_PASSWORD);
  return outcome;
}

const nobodyWaits = () => eventually(async () => expect(await receiver.open()).toBe(0));

it('waits for an answer no longer than it may', async () => {
  const outcome = await outcomeOf(reactions.hang(), 200);
  expect(outcome).toEqual({ failure: 'no answer within 0.2 s', answer: '', latencyMs: expect.any(Number) });
  await nobodyWaits();
});

it('waits no longer for one that comes in drops', async () => {
  const outcome = await outcomeOf(reactions.drip(), 1500);
  expect(outcome).toMatchObject({ status: 200, failure: 'the answer did not end within 1.5 s' });
  expect(outcome.answer).toMatch(/^\.+$/);
  await nobodyWaits();
});

it('waits no longer for the address of a name, and sends nothing when it comes too late', async () => {
  const late: ((addresses: readonly string[]) => void)[] = [];
  const names = new GivenNames(() => new Promise((resolve) => late.push(resolve)));
  const slow = sender({ timeoutMs: 300, names });
  const url = `http://hooks.example.com:${String(receiver.port)}/`;
  expect(await slow.send(url)).toMatchObject({ failure: 'no answer within 0.3 s' });
  for (const resolve of late) resolve(['127.0.0.1']);
  await eventually(() => expect(receiver.connections).toBe(1));
  expect(await sender().send(receiver.url, { id: 'msg_2' })).toMatchObject({ status: 200 });
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(['msg_2']);
});

it('reads no more than the beginning of a flood', async () => {
  const outcome = await outcomeOf(reactions.flood());
  expect(outcome).toEqual({ status: 200, answer: 'x'.repeat(1024), latencyMs: expect.any(Number) });
  await nobodyWaits();
});

it('keeps of an answer what can be stored and shown', async () => {
  const bytes = Buffer.concat([Buffer.from('a\0b\x1b]0;title\x07'), Buffer.of(0xff), Buffer.from('ü'.repeat(1100))]);
  const { answer } = await outcomeOf(reactions.answer(500, {}, bytes));
  expect(answer).toBe(`a b ]0;title \ufffd${'ü'.repeat(1024 - 14)}`);
});

it.each([
  ['resets the connection', reactions.reset(), 'the connection was closed before the answer was complete'],
  ['breaks off its answer', reactions.breakOff(), 'the connection was closed before the answer was complete'],
  ['speaks no HTTP', reactions.babble(), 'the answer is not HTTP'],
  ['is gone', reactions.answer(410), 'answered 410'],
  ['has too many headers', reactions.answer(200, { x: 'y'.repeat(20_000) }), 'the answer has too many headers'],
  ['refuses to say more', reactions.answer(500, {}, ''), 'answered 500'],
])('names the failure of a receiver that %s', async (_, reaction, failure) => {
  expect(await outcomeOf(reaction)).toMatchObject({ failure });
});

it('names the failure where nobody listens', async () => {
  const gone = await startWebhookReceiver();
  await gone.close();
  expect(await sender().send(gone.url)).toMatchObject({ failure: 'the connection was refused' });
});

it('names the failure where a name has no address', async () => {
  const { failure } = await sender().send('http://no-such-name.invalid/');
  expect(failure).toMatch(/^the name has no address$|^the name servers gave no answer$/);
});

it.each([301, 302, 303, 307, 308])('does not follow a %i, wherever it leads to', async (status) => {
  const victim = await startWebhookReceiver({ host: '127.0.0.2' });
  for (const location of [victim.url, receiver.url, '/elsewhere']) {
    const outcome = await outcomeOf(reactions.redirect(location, status));
    expect(outcome).toMatchObject({ status, failure: `answered ${String(status)}; redirects are not followed` });
  }
  expect(receiver.requests.map(({ path }) => path)).toEqual([PATH, PATH, PATH]);
  expect(victim.connections).toBe(0);
  await victim.close();
});

it('goes on after each of them', async () => {
  const one = sender({ timeoutMs: 1500 });
  for (const reaction of [
    reactions.hang(),
    reactions.drip(),
    reactions.flood(),
    reactions.reset(),
    reactions.babble(),
  ]) {
    receiver.react(reaction);
    await one.send(receiver.url);
    receiver.react(reactions.answer(200));
    expect(await one.send(receiver.url)).toMatchObject({ status: 200, answer: 'ok' });
  }
});
