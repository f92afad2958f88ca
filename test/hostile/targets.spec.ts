import { Socket } from 'node:net';
import { guardedConnector, RefusedAddress } from '../../src/webhooks/guarded-connector';
import { readAddressRange } from '../../src/kernel/address-rules';
import { GivenNames, sendersForEachTest } from '../support/open-sender';
import { reactions, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const NAME = 'hooks.example.com';

let receiver: WebhookReceiver;
let victim: WebhookReceiver;
const sender = sendersForEachTest();

/** A victim that the receiver is told from by its address alone. */
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  victim = await startWebhookReceiver({ host: '127.0.0.2', port: receiver.port });
});

afterEach(async () => {
  expect(victim.connections).toBe(0);
  await receiver.close();
  await victim.close();
});

const at = (host: string): string => `http://${host}:${String(receiver.port)}/`;

it.each([
  ['127.0.0.1', 'a loopback address'],
  ['2130706433', 'a loopback address'],
  ['0x7f.1', 'a loopback address'],
  ['017700000001', 'a loopback address'],
  ['[::1]', 'a loopback address'],
  ['[::ffff:127.0.0.1]', 'a loopback address'],
  ['[::ffff:7f00:1]', 'a loopback address'],
  ['[64:ff9b::7f00:1]', 'a loopback address'],
  ['localhost', 'a loopback address'],
  ['a.localhost.', 'a loopback address'],
  ['0.0.0.0', 'an unspecified address'],
  ['[::]', 'an unspecified address'],
  ['10.0.0.1', 'a private address'],
  ['[fd12::1]', 'a private address'],
  ['169.254.1.1', 'a link-local address'],
  ['169.254.169.254', 'a metadata service of a cloud'],
  ['[::ffff:a9fe:a9fe]', 'a metadata service of a cloud'],
  ['metadata.google.internal', 'a metadata service of a cloud'],
  ['intranet', 'a name of a local network'],
])('never calls %s', async (host, what) => {
  const names = new GivenNames(() => ['127.0.0.1']);
  const outcome = await sender({ allowedRanges: [], names }).send(at(host));
  expect(outcome).toEqual({ failure: `it points to ${what}`, answer: '', latencyMs: expect.any(Number) });
  expect(names.asked).toEqual([]);
  expect(receiver.connections).toBe(0);
});

it.each([
  ['127.0.0.2', 'a loopback address'],
  ['::1', 'a loopback address'],
  ['::ffff:127.0.0.2', 'a loopback address'],
  ['64:ff9b::127.0.0.2', 'a loopback address'],
  ['10.0.0.1', 'a private address'],
  ['fe80::1', 'a link-local address'],
  ['169.254.169.254', 'a metadata service of a cloud'],
  ['::ffff:169.254.169.254', 'a metadata service of a cloud'],
  ['0.0.0.0', 'an unspecified address'],
  ['no address', 'something that is no address'],
])('never calls a name that has the address %s, among others or alone', async (address, what) => {
  for (const addresses of [[address], ['127.0.0.1', address], [address, '127.0.0.1']]) {
    const names = new GivenNames(() => addresses);
    expect(await sender({ names }).send(at(NAME))).toMatchObject({ failure: `it points to ${what}` });
    expect(names.asked).toEqual([NAME]);
  }
  expect(receiver.connections).toBe(0);
});

it('calls the address that was validated, though the name has another one by then', async () => {
  const names: GivenNames = new GivenNames(() => [names.asked.length === 1 ? '127.0.0.1' : '127.0.0.2']);
  const one = sender({ names });
  receiver.react(reactions.answer(200, { connection: 'close' }));
  expect(await one.send(at(NAME))).toMatchObject({ status: 200 });
  expect(names.asked).toEqual([NAME]);
  // The next connection is validated anew.
  expect(await one.send(at(NAME))).toMatchObject({ failure: 'it points to a loopback address' });
  expect(receiver.requests).toHaveLength(1);
});

it('calls an address that is allowed, in every notation and under every name', async () => {
  const names = new GivenNames(() => ['::ffff:127.0.0.1']);
  for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost', 'intranet', NAME]) {
    const own = host === 'localhost' ? {} : { names };
    const one = sender({ allowedRanges: ['127.0.0.1/32', '::1/128'], ...own });
    expect({ host, outcome: await one.send(at(host)) }).toMatchObject({ host, outcome: { status: 200 } });
  }
  expect(names.asked).toEqual(['intranet', NAME]);
});

it('calls the next address of a name where nobody answers at the first', async () => {
  const names = new GivenNames(() => ['127.0.0.3', '::1', '127.0.0.1']);
  const one = sender({ names, allowedRanges: ['127.0.0.0/8', '::1/128'] });
  expect(await one.send(at(NAME))).toMatchObject({ status: 200 });
});

it('calls an IPv6 address', async () => {
  const other = await startWebhookReceiver({ host: '::1' });
  expect(await sender({ allowedRanges: ['::1/128'] }).send(other.url)).toMatchObject({ status: 200 });
  expect(other.requests[0]!.headers.host).toBe(`[::1]:${String(other.port)}`);
  await other.close();
});

it('fails where a name has no address at all', async () => {
  const names = new GivenNames(() => []);
  expect(await sender({ names }).send(at(NAME))).toMatchObject({ failure: 'the name has no address' });
});

it('validates at the connection, too, whatever was validated before', async () => {
  const names = new GivenNames(() => ['127.0.0.1']);
  const made = (hostname: string, ...ranges: string[]): Promise<Error | Socket | null> => {
    const allowedRanges = ranges.map((text) => readAddressRange(text)!);
    const connect = guardedConnector({ publicOnly: true, allowedRanges }, names, 1000);
    return new Promise((resolve) => {
      connect({ hostname, protocol: 'http:', port: String(receiver.port) }, (error, socket) =>
        resolve(error ?? socket),
      );
    });
  };
  for (const hostname of ['127.0.0.1', '::1', '::ffff:127.0.0.1', NAME]) {
    expect(await made(hostname)).toBeInstanceOf(RefusedAddress);
  }
  expect(receiver.connections).toBe(0);
  for (const hostname of ['127.0.0.1', NAME]) {
    const socket = await made(hostname, '127.0.0.1/32');
    expect(socket).toBeInstanceOf(Socket);
    (socket as Socket).destroy();
  }
});
