import { connect, type Socket } from 'node:net';
import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { Database } from '../../src/persistence/database';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';
import { answersIn, type Heard, sendRaw } from './raw';

const HEADERS = `Host: relayers.example\r\nAuthorization: Bearer ${API_KEY}\r\n`;
const POST = `POST /api/v1/notifications HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\n`;
const LIST = '/api/v1/relayers?per_page=0';
const NOTIFICATION = '/api/v1/notifications/beside';
/** Far more than the limits of 8 and 12 s, for slow machines, and far less than the 85 and 325 s of Node.js itself. */
const CLOSED_WITHIN_MS = 40_000;

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

  it('is closed while its sender is slow, and others read and write meanwhile', async () => {
    let held = slow.length * 3;
    const senders = slow.flatMap(([name, start, bytes]) =>
      Array.from({ length: 3 }, async (): Promise<readonly [string, Heard]> => {
        const heard = await sendRaw(open.url, start, { bytes, every: 500 });
        held -= 1;
        return [name, heard];
      }),
    );
    const statuses = {
      GET: new Set<number>(),
      PATCH: new Set<number>(),
      POST: new Set<number>(),
      DELETE: new Set<number>(),
    };
    await open.call('POST', '/api/v1/notifications', { id: 'beside', url: 'https://hooks.example.com' });
    const others = (async (): Promise<void> => {
      for (let round = 0; held > 0; round++) {
        const url = `https://hooks.example.com/${String(round)}`;
        statuses.GET.add((await open.call('GET', LIST)).status);
        statuses.PATCH.add((await open.call('PATCH', NOTIFICATION, { url })).status);
        statuses.POST.add((await open.call('POST', '/api/v1/notifications', { id: 'made', url })).status);
        statuses.DELETE.add((await open.call('DELETE', '/api/v1/notifications/made')).status);
      }
    })();
    for (const [name, { text, after }] of await Promise.all(senders)) {
      expect([name, after < CLOSED_WITHIN_MS]).toEqual([name, true]);
      for (const { status, body } of answersIn(text)) {
        expect([200, 408]).toContain(status);
        expect(JSON.parse(body)).toMatchObject(status === 200 ? { success: true } : { success: false, data: null });
      }
    }
    await others;
    const [found, created] = [new Set([200]), new Set([201])];
    expect(statuses).toEqual({ GET: found, PATCH: found, POST: created, DELETE: found });
  });

  it('is closed when its other side reads nothing of its answers', async () => {
    const { socket, closed } = stalled;
    await closed;
    expect(socket.bytesWritten).toBeGreaterThan(0);
    expect((await open.call('GET', LIST)).status).toBe(200);
  });

  it('gives way, where it waits for its client, when there are too many', async () => {
    const server: Server = open.app.getHttpServer();
    const { connection, end } = await waitingForAnswer(open);
    const idle = await keptAlive(open.url);
    const closed = once(idle, 'close');
    const { hostname, port } = new URL(open.url);
    const senders = Array.from({ length: server.maxConnections }, () =>
      connect(Number(port), hostname, function (this: Socket) {
        this.write('G');
      }).on('error', () => undefined),
    );
    await closed;
    for (const sender of senders) if (sender.connecting) await once(sender, 'connect');
    expect((await open.call('GET', LIST)).status).toBe(200);
    expect(connection.destroyed).toBe(false);
    // On a slow machine its wait for the database is over by now.
    expect(await end()).toMatch(/^HTTP\/1\.1 (404|503)/);
    expect((await open.call('POST', '/api/v1/notifications', { url: 'https://hooks.example.com' })).status).toBe(201);
    for (const sender of senders) sender.destroy();
  });
});

/** A connection whose request has come, and is answered when the caller says so. */
async function waitingForAnswer({ app, url }: OpenApp): Promise<{ connection: Socket; end: () => Promise<string> }> {
  const { hostname, port } = new URL(url);
  const connection = connect(Number(port), hostname);
  const answer = once(connection, 'data') as Promise<[Buffer]>;
  const emitter = new EventEmitter();
  const held = app.get(Database).run(() => once(emitter, 'end'));
  const arrived = once(app.getHttpServer(), 'request');
  connection.write(`DELETE /api/v1/notifications/none HTTP/1.1\r\n${HEADERS}\r\n`);
  await arrived;
  return {
    connection,
    end: async () => {
      emitter.emit('end');
      await held;
      return (await answer)[0].toString('latin1');
    },
  };
}

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
