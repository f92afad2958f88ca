import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error';
import { askForBody, discardBody, readBytes, readChunks } from './read-body';

type Headers = Readonly<Record<string, string | number>>;

let server: Server;

afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Starts a server; in a list, as it is not to be awaited, the request that comes to it. */
async function listen(): Promise<readonly [Promise<[IncomingMessage, ServerResponse]>]> {
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const arrival = Promise.race([once(server, 'request'), once(server, 'checkContinue')]);
  return [arrival as Promise<[IncomingMessage, ServerResponse]>];
}

function post(headers: Headers = {}): ClientRequest {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false });
  sent.on('error', () => undefined).flushHeaders();
  return sent;
}

/** A request whose body is still to come. */
async function arrived(headers?: Headers): Promise<{ sent: ClientRequest; incoming: IncomingMessage }> {
  const [arrival] = await listen();
  const sent = post(headers);
  const [incoming] = await arrival;
  return { sent, incoming };
}

describe(readBytes.name, () => {
  /** What is read of a body, or why nothing is. */
  async function read(body: string | Buffer, most: number, headers?: Headers): Promise<unknown> {
    const { sent, incoming } = await arrived(headers);
    const bytes = readBytes(incoming, most).then(String, (error: unknown) => error);
    sent.end(body);
    return bytes;
  }

  it('reads a body of as many bytes as it may have, and none of more', async () => {
    expect(await read('abc', 3)).toBe('abc');
    expect(await read('', 0)).toBe('');
    expect(await read('abcd', 3)).toBeInstanceOf(PayloadTooLargeException);
    expect(await read('abc', 3, { 'content-length': 3 })).toBe('abc');
    expect(await read('abcd', 3, { 'content-length': 4 })).toBeInstanceOf(PayloadTooLargeException);
  });

  it('refuses a body by its length alone', async () => {
    const { incoming } = await arrived({ 'content-length': 4 });
    await expect(readBytes(incoming, 3)).rejects.toBeInstanceOf(PayloadTooLargeException);
    expect(incoming.listenerCount('data')).toBe(0);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    [' GZip ', gzipSync],
  ])('decompresses %j, and counts what comes of it', async (coding, pack) => {
    const headers = { 'content-encoding': coding };
    const long = 'a'.repeat(1_000);
    expect(await read(pack(long), 1_000, headers)).toBe(long);
    expect(await read(pack(long), 999, headers)).toBeInstanceOf(PayloadTooLargeException);
  });

  it.each(['identity', 'IDENTITY', ' identity '])('takes a body as it is where it is %j', async (coding) => {
    expect(await read('abc', 3, { 'content-encoding': coding })).toBe('abc');
  });

  it.each([
    ['zstd', 'must be gzip, deflate, br or identity'],
    ['gzip, gzip', 'must be gzip, deflate, br or identity'],
    ['', 'must be gzip, deflate, br or identity'],
    ['gzip', 'must be what the body has: it is no gzip'],
    ['br', 'must be what the body has: it is no br'],
  ])('refuses a text that is said to be %j', async (coding, message) => {
    const fault = await read('a text', 100, { 'content-encoding': coding });
    expect(fault).toBeInstanceOf(DomainError);
    expect(fault).toMatchObject({ kind: 'invalid', faults: [{ path: 'Content-Encoding', message }] });
  });

  it.each([{}, { 'content-encoding': 'gzip' }])('fails where the sender gives up, with %j', async (headers) => {
    const { sent, incoming } = await arrived({ 'content-length': 10, ...headers });
    const failure = readBytes(incoming, 100);
    sent.destroy();
    await expect(failure).rejects.toBeInstanceOf(BadRequestException);
  });

  it.each([{}, { 'content-encoding': 'gzip' }])('fails where the sender was gone before, with %j', async (headers) => {
    const { sent, incoming } = await arrived({ 'content-length': 10, ...headers });
    sent.destroy();
    await new Promise((resolve) => incoming.once('close', resolve));
    await expect(readBytes(incoming, 100)).rejects.toBeInstanceOf(BadRequestException);
  });
});

describe(readChunks.name, () => {
  it.each([{}, { 'content-encoding': 'gzip' }])(
    'fails with what is thrown for a part, once, with %j',
    async (headers) => {
      const { sent, incoming } = await arrived(headers);
      const parts: Buffer[] = [];
      const failure = readChunks(incoming, 1_000_000, (part) => {
        parts.push(part);
        throw new Error('the disk is full');
      });
      const pack = 'content-encoding' in headers ? gzipSync : (part: string) => part;
      sent.write(pack('a body'));
      await expect(failure).rejects.toThrow('the disk is full');
      // Nothing more of it is read, or decompressed.
      expect(incoming.listenerCount('data')).toBe(0);
      sent.end(pack('and more'));
      await once(incoming.resume(), 'end');
      expect(parts.map(String)).toEqual(['a body']);
    },
  );

  it('hands over nothing of the part by which a body is too long', async () => {
    const { sent, incoming } = await arrived();
    const parts: Buffer[] = [];
    const failure = readChunks(incoming, 7, (part) => void parts.push(part));
    const refusal = expect(failure).rejects.toBeInstanceOf(PayloadTooLargeException);
    sent.write('a body');
    await once(incoming, 'data');
    sent.end('and more');
    await refusal;
    expect(parts.map(String)).toEqual(['a body']);
  });
});

describe(askForBody.name, () => {
  async function said(lines: readonly string[]): Promise<string> {
    const [arrival] = await listen();
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.end(`${lines.join('\r\n')}\r\n\r\n`);
    const [incoming, response] = await arrival;
    askForBody(incoming, response);
    response.setHeader('connection', 'close').end();
    return (await text(socket)).split('\r\n')[0] ?? '';
  }

  it('asks who waits for that, and nobody else', async () => {
    expect(await said(['POST / HTTP/1.1', 'Host: x', 'Expect: 100-continue'])).toBe('HTTP/1.1 100 Continue');
    expect(await said(['POST / HTTP/1.1', 'Host: x'])).toBe('HTTP/1.1 200 OK');
    expect(await said(['POST / HTTP/1.0', 'Host: x', 'Expect: 100-continue'])).toBe('HTTP/1.1 200 OK');
  });
});

describe(discardBody.name, () => {
  it('ends with the body', async () => {
    const { sent, incoming } = await arrived();
    const discarded = discardBody(incoming);
    sent.end('the rest');
    await discarded;
    expect(incoming.readableEnded).toBe(true);
    expect(incoming.listenerCount('data')).toBe(0);
  });

  it('ends with the connection', async () => {
    const { sent, incoming } = await arrived({ 'content-length': 10 });
    const discarded = discardBody(incoming);
    sent.destroy();
    await discarded;
    expect(incoming.isPaused()).toBe(true);
  });

  it('reads no more than 16 MiB', async () => {
    const { sent, incoming } = await arrived();
    let read = 0;
    incoming.on('data', ({ length }: Buffer) => (read += length));
    const discarded = discardBody(incoming);
    const part = Buffer.alloc(1024 * 1024);
    for (let number = 0; number < 32; number++) sent.write(part);
    await discarded;
    expect(incoming.isPaused()).toBe(true);
    expect(read).toBeGreaterThan(16 * part.length);
    expect(read).toBeLessThan(18 * part.length);
  });

  it('waits no longer than half a second for one that does not come', async () => {
    const { incoming } = await arrived({ 'content-length': 10 });
    await discardBody(incoming);
    expect([incoming.isPaused(), incoming.readableEnded]).toEqual([true, false]);
  });
});
