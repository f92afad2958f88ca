import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { eventually } from '../support/eventually';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';
import { answersIn } from './raw';

const BODY = JSON.stringify({ id: 'given-up', url: 'https://hooks.example.com' });
const HEAD = `POST /api/v1/notifications HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\n`;
const JSON_TYPE = 'Content-Type: application/json\r\n';
const LENGTH = `Content-Length: ${String(BODY.length)}\r\n`;
/** A character for each byte. */
const ZIPPED = gzipSync(BODY).toString('latin1');
const LINE = `${JSON.stringify({ kind: 'notification', ...(JSON.parse(BODY) as object) })}\n`;
const LINES = `Content-Length: ${String(LINE.length)}\r\n`;
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const CLOSED_WITHIN_MS = 1_000;

/** What is sent before the answer, and what after it would make the request whole, or be another one. */
const givenUp: readonly (readonly [name: string, status: number, first: string, rest: string])[] = [
  ['a body that stops', 408, `${HEAD}${JSON_TYPE}${LENGTH}\r\n${BODY.slice(0, 9)}`, BODY.slice(9)],
  [
    'a body in chunks that stops',
    408,
    `${HEAD}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n${chunk(BODY.slice(0, 9))}`,
    `${chunk(BODY.slice(9))}${chunk('')}`,
  ],
  [
    'a body under a key that stops',
    408,
    `${HEAD}${JSON_TYPE}${LENGTH}Idempotency-Key: k\r\n\r\n${BODY.slice(0, 9)}`,
    BODY.slice(9),
  ],
  [
    'a compressed body that stops',
    408,
    `${HEAD}${JSON_TYPE}Content-Encoding: gzip\r\nContent-Length: ${String(ZIPPED.length)}\r\n\r\n${ZIPPED.slice(0, 9)}`,
    ZIPPED.slice(9),
  ],
  [
    'a body that was asked for, and stops',
    408,
    `${HEAD}${JSON_TYPE}${LENGTH}Expect: 100-continue\r\n\r\n${BODY.slice(0, 9)}`,
    BODY.slice(9),
  ],
  [
    'a long configuration that stops',
    408,
    `${HEAD.replace('notifications', 'configuration/apply')}Content-Type: application/x-ndjson\r\n${LINES}\r\n${LINE.slice(0, 9)}`,
    LINE.slice(9),
  ],
  ['headers that stop', 408, HEAD, `${JSON_TYPE}${LENGTH}\r\n${BODY}`],
  ['what is no HTTP', 400, 'Good morning\r\n\r\n', `${HEAD}${JSON_TYPE}${LENGTH}\r\n${BODY}`],
  [
    'a chunk without a length',
    400,
    `${HEAD}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n${chunk(BODY)}zz\r\n`,
    `0\r\n\r\n${HEAD}${JSON_TYPE}${LENGTH}\r\n${BODY}`,
  ],
  [
    'a body too long',
    413,
    `${HEAD}${JSON_TYPE}Content-Length: 2000000\r\n\r\n${BODY}`,
    `${' '.repeat(2_000_000 - BODY.length)}${HEAD}${JSON_TYPE}${LENGTH}\r\n${BODY}`,
  ],
  [
    'a body of another type',
    400,
    `${HEAD}Content-Type: text/plain\r\n${LENGTH}\r\n${BODY.slice(0, 9)}`,
    `${BODY.slice(9)}${HEAD}${JSON_TYPE}${LENGTH}\r\n${BODY}`,
  ],
  ['the wish for a tunnel', 400, 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', `${HEAD}${JSON_TYPE}${LENGTH}\r\n${BODY}`],
];

describe('A connection whose request was given up', () => {
  let open: OpenApp;

  beforeEach(async () => {
    open = await openApp();
  });
  afterEach(() => open.close());

  it.each(givenUp)('is closed within a second, and nothing more of it is done: %s', async (_, status, first, rest) => {
    const server: Server = open.app.getHttpServer();
    if (status === 408) server.headersTimeout = server.requestTimeout = 1;
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const { hostname, port } = new URL(open.url);
    // A client that does not close its side when the other one does.
    const client = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    client.on('error', () => undefined);
    const heard: Buffer[] = [];
    client.on('data', (bytes: Buffer) => heard.push(bytes));
    client.write(first, 'latin1');
    const [socket] = await accepted;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await eventually(() => expect(answersIn(Buffer.concat(heard).toString('latin1'))).toHaveLength(1));
    const start = performance.now();
    client.write(rest, 'latin1');
    await closed;
    const after = performance.now() - start;
    client.destroy();

    expect(after).toBeLessThan(CLOSED_WITHIN_MS);
    expect(answersIn(Buffer.concat(heard).toString('latin1')).map((answer) => answer.status)).toEqual([status]);
    // Writers take turns: what came before this one was carried out by now.
    expect((await open.call('POST', '/api/v1/notifications', { url: 'https://hooks.example.com' })).status).toBe(201);
    expect((await open.call('GET', '/api/v1/notifications')).json.pagination?.total_items).toBe(1);
  });
});
