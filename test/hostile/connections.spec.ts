import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';
import { answersIn, type Heard, sendRaw } from './raw';

const HEADERS = `Host: relayers.example\r\nAuthorization: Bearer ${API_KEY}\r\n`;
const POST = `POST /api/v1/notifications HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\n`;
const LIST = '/api/v1/relayers?per_page=0';
const CLOSED_WITHIN_MS = 15_000;

/** Senders that would hold their connections for ever. */
const slow: readonly (readonly [name: string, start: string, drip: string])[] = [
  ['nothing', '', ''],
  ['a request line, a character at a time', 'GET /', 'a'],
  ['header fields, one after another', `GET ${LIST} HTTP/1.1\r\n${HEADERS}`, 'a: b\r\n'],
  ['a header field that never ends', `GET ${LIST} HTTP/1.1\r\n${HEADERS}X-Name: `, 'a'],
  ['a body, a character at a time', `${POST}Content-Length: 1000\r\n\r\n`, ' '],
  ['a body, a chunk at a time', `${POST}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ['a body that stops', `${POST}Content-Length: 1000\r\n\r\n{`, ''],
  ['a body to a route that reads none', `GET ${LIST} HTTP/1.1\r\n${HEADERS}Content-Length: 1000\r\n\r\n`, ' '],
];

describe('A connection', () => {
  let open: OpenApp;
  let stalled: { readonly reader: Socket; readonly socket: Socket; readonly closed: Promise<unknown> };

  beforeAll(async () => {
    open = await openApp();
    stalled = await stall(open);
  });

  afterAll(async () => {
    stalled.reader.destroy();
    await open.close();
  });

  it('is closed within 15 s while its sender is slow, and others are served meanwhile', async () => {
    let held = slow.length * 3;
    const senders = slow.flatMap(([name, start, bytes]) =>
      Array.from({ length: 3 }, async (): Promise<readonly [string, Heard]> => {
        const heard = await sendRaw(open.url, start, { bytes, every: 500 });
        held -= 1;
        return [name, heard];
      }),
    );
    const statuses = new Set<number>();
    const others = (async (): Promise<void> => {
      while (held > 0) statuses.add((await open.call('GET', LIST)).status);
    })();
    for (const [name, { text, after }] of await Promise.all(senders)) {
      expect([name, after < CLOSED_WITHIN_MS]).toEqual([name, true]);
      for (const { status, body } of answersIn(text)) {
        expect([200, 408]).toContain(status);
        expect(JSON.parse(body)).toMatchObject(status === 200 ? { success: true } : { success: false, data: null });
      }
    }
    await others;
    expect([...statuses]).toEqual([200]);
  });

  it('is closed when its other side reads nothing of its answers', async () => {
    const { socket, closed } = stalled;
    await closed;
    expect(socket.bytesWritten).toBeGreaterThan(0);
    expect((await open.call('GET', LIST)).status).toBe(200);
  });

  it('gives way, where it is only kept alive, when there are too many', async () => {
    const server: Server = open.app.getHttpServer();
    expect(server.maxConnections).toBe(2048);
    const idle = await Promise.all(Array.from({ length: 20 }, () => keptAlive(open.url)));
    server.maxConnections = idle.length;
    const closed = idle.map((socket) => once(socket, 'close'));
    const refused = await sendRaw(open.url, `GET ${LIST} HTTP/1.1\r\n${HEADERS}\r\n`);
    expect(refused.text).toBe('');
    await Promise.all(closed);
    expect((await open.call('GET', LIST)).status).toBe(200);
    server.maxConnections = 2048;
  });
});

/** A connection over which a request was answered, and that waits for the next one. */
async function keptAlive(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${LIST} HTTP/1.1\r\n${HEADERS}\r\n`);
  await once(socket, 'data');
  return socket;
}

/** A reader of 32 MB that reads nothing, and the connection as the service has it. */
async function stall({ app, url }: OpenApp): Promise<{ reader: Socket; socket: Socket; closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url);
  const accepted = once(app.getHttpServer(), 'connection') as Promise<[Socket]>;
  const reader = connect(Number(port), hostname)
    .pause()
    .on('error', () => undefined);
  const [socket] = await accepted;
  // The reset by which it may end is an error of the connection, and not of this test.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  reader.write(`GET /api/v1/relayers/${'a'.repeat(8000)} HTTP/1.1\r\n${HEADERS}\r\n`.repeat(4000));
  return { reader, socket, closed };
}
