import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { eventually } from '../support/eventually';
import { type ForwardProxy, startForwardProxy } from '../support/forward-proxy';
import { GivenNames, type OpenSender, PROXY_PASSWORD, sendersForEachTest } from '../support/open-sender';
import { reactions, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const CREDENTIALS = `Basic ${Buffer.from(`agent:${PROXY_PASSWORD}`).toString('base64')}`;

let receiver: WebhookReceiver;
let proxy: ForwardProxy;
let names: GivenNames;
const open = sendersForEachTest();

/** A sender through the proxy, which resolves nothing itself. */
function sender(options: Parameters<typeof open>[0] = {}): OpenSender {
  const proxyUrl = `http://agent:${PROXY_PASSWORD}@127.0.0.1:${String(proxy.port)}`;
  return open({ proxyUrl, names, ...options });
}

async function behind(refusal: (socket: Socket) => void): Promise<void> {
  await proxy.close();
  proxy = await startForwardProxy(refusal);
}

beforeEach(async () => {
  names = new GivenNames(() => []);
  receiver = await startWebhookReceiver();
  proxy = await startForwardProxy();
});

afterEach(async () => {
  expect(names.asked).toEqual([]);
  await receiver.close();
  await proxy.close();
});

it('forwards what goes to http', async () => {
  const url = `${receiver.url}/hook?a=1`;
  expect(await sender().send(url)).toMatchObject({ status: 200, answer: 'ok' });
  expect(proxy.asked).toEqual([{ what: `POST ${url}`, credentials: CREDENTIALS }]);
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = receiver.requests;
  expect({ path, body }).toEqual({ path: '/hook?a=1', body: '{"event":"test"}' });
  expect(headers).toMatchObject({ via: '1.1 proxy', 'webhook-id': 'msg_1', host: new URL(url).host });
});

it('tunnels what goes to https, and checks the certificate at its end', async () => {
  const url = receiver.url.replace('http:', 'https:');
  expect(await sender().send(url)).toMatchObject({ failure: 'no encrypted connection could be made' });
  expect(proxy.asked).toEqual([{ what: `CONNECT ${new URL(url).host}`, credentials: CREDENTIALS }]);
});

it('leaves names to the proxy', async () => {
  expect(await sender().send('http://no-such-name.invalid/')).toMatchObject({ failure: 'answered 502' });
  expect(proxy.asked[0]!.what).toBe('POST http://no-such-name.invalid/');
});

it('is told no credentials where the setting has none', async () => {
  await sender({ proxyUrl: `http://127.0.0.1:${String(proxy.port)}` }).send(receiver.url);
  expect(proxy.asked).toEqual([{ what: `POST ${receiver.url}/`, credentials: undefined }]);
});

it('is never asked for an address or a name that may not be called', async () => {
  for (const host of ['127.0.0.2', '[::ffff:127.0.0.2]', '2130706434', '169.254.169.254', 'metadata.google.internal']) {
    const { failure } = await sender().send(`http://${host}:${String(receiver.port)}/`);
    expect(failure).toMatch(/^it points to /);
  }
  expect(proxy.asked).toEqual([]);
});

it.each<[string, (socket: Socket) => void, string]>([
  ['refuses', (socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'), 'the proxy does not let it through'],
  ['asks who it is', (socket) => socket.end('HTTP/1.1 407 Who\r\n\r\n'), 'the proxy does not let it through'],
  ['hangs', () => undefined, 'no answer within 0.5 s'],
  ['resets', (socket) => socket.resetAndDestroy(), 'the proxy gives no connection'],
  ['closes', (socket) => socket.end(), 'the proxy gives no connection'],
])('names the failure of a proxy that %s, and asks it once', async (_, refusal, failure) => {
  await behind(refusal);
  const timeoutMs = failure.startsWith('no answer') ? 500 : 15_000;
  const outcome = await sender({ timeoutMs }).send('https://hooks.example.com/');
  expect(outcome).toEqual({ failure, answer: '', latencyMs: expect.any(Number) });
  expect(proxy.asked).toHaveLength(1);
});

it('names the failure of a proxy that answers for a receiver', async () => {
  const other = await startWebhookReceiver({ reaction: reactions.answer(407, {}, 'Who are you?') });
  const one = sender({ proxyUrl: other.url });
  for (let number = 0; number < 3; number += 1) {
    expect(await one.send(receiver.url)).toMatchObject({ failure: 'the proxy does not let it through' });
  }
  await other.close();
});

it('names the failure where the proxy is not there', async () => {
  const gone = await startForwardProxy();
  await gone.close();
  const one = sender({ proxyUrl: `http://127.0.0.1:${String(gone.port)}` });
  for (const url of [receiver.url, 'https://hooks.example.com/']) {
    expect(await one.send(url)).toMatchObject({ failure: 'the proxy gives no connection' });
  }
});

it.each([
  ['does not answer', 'http', ''],
  ['opens a tunnel to nobody', 'http', 'HTTP/1.1 200 Connection established\r\n\r\n'],
  ['does not begin to encrypt', 'https', ''],
])('holds no connection for longer than it may to a proxy that %s', async (_, protocol, opening) => {
  let made = 0;
  let open = 0;
  const silent = createServer((socket) => {
    made += 1;
    open += 1;
    socket.on('error', () => socket.destroy()).on('close', () => (open -= 1));
    socket.once('data', () => socket.write(opening)).resume();
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const proxyUrl = `${protocol}://127.0.0.1:${String((silent.address() as AddressInfo).port)}`;
  const outcome = await sender({ proxyUrl, timeoutMs: 500 }).send('https://hooks.example.com/');
  expect(outcome).toMatchObject({ failure: 'no answer within 0.5 s' });
  // Undici would wait for 10 seconds by itself, and for five minutes for an answer.
  await eventually(() => expect({ made, open }).toEqual({ made: 1, open: 0 }), 6_000);
  silent.close();
});
