import type { NestExpressApplication } from '@nestjs/platform-express';
import pino from 'pino';
import { createApp } from '../../src/app';
import { HttpAdapter } from '../../src/http/server';
import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { databases, type TestDatabase } from '../support/databases';
import { API_KEY, testSettings } from '../support/open-app';
import { type RawReply, rawRequest } from '../support/raw-request';

const HEADERS = { host: 'localhost', connection: 'close', authorization: `Bearer ${API_KEY}`, 'x-request-id': 'same' };

/** A request as it stands on the wire. */
function wire(line: string, headers: Readonly<Record<string, string>> = {}, body = ''): string {
  const length =
    body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const fields = Object.entries({ ...HEADERS, ...length, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...fields, '', body].join('\r\n');
}

const post = (path: string, body: unknown): string => wire(`POST ${path}`, {}, JSON.stringify(body));

/** In order: each finds what those before it made. */
const REQUESTS: readonly (readonly [string, string])[] = [
  ['an empty list', wire('GET /api/v1/relayers')],
  ['a created signer', post('/api/v1/signers', aSigner())],
  ['a created notification', post('/api/v1/notifications', aNotification())],
  [
    'a created relayer',
    post('/api/v1/relayers', aRelayer({ name: 'Ünïcode — 漢字', notification_id: 'notification-1' })),
  ],
  ['a conflict', post('/api/v1/relayers', aRelayer())],
  ['a list', wire('GET /api/v1/relayers?page=1&per_page=1')],
  ['one record', wire('GET /api/v1/relayers/relayer-1')],
  ['the head of one record', wire('HEAD /api/v1/relayers/relayer-1')],
  ['the head of a list', wire('HEAD /api/v1/relayers')],
  ['a record that is known', wire('GET /api/v1/relayers/relayer-1', { 'if-none-match': '"1.1"' })],
  [
    'a record that is known by one of several tags',
    wire('GET /api/v1/relayers/relayer-1', { 'if-none-match': '"x", W/"1.1"' }),
  ],
  ['a record that is known by its head', wire('HEAD /api/v1/relayers/relayer-1', { 'if-none-match': '*' })],
  ['a record that is not known', wire('GET /api/v1/relayers/relayer-1', { 'if-none-match': '"1.2"' })],
  [
    'a change',
    wire(
      'PATCH /api/v1/relayers/relayer-1',
      {},
      '{"policies":{"min_balance":340282366920938463463374607431768211455}}',
    ),
  ],
  [
    'a change that meets another version',
    wire('PATCH /api/v1/relayers/relayer-1', { 'if-match': '"1.1"' }, '{"paused":true}'),
  ],
  ['faults', wire('PATCH /api/v1/relayers/relayer-1', {}, '{"paused":1,"id":"x"}')],
  ['a body that is no JSON', wire('POST /api/v1/signers', {}, '{')],
  ['a bad query', wire('GET /api/v1/relayers?page=-1&per_page=1&per_page=2')],
  ['no record', wire('GET /api/v1/relayers/none')],
  ['no route', wire('GET /api/v1/none')],
  ['another method', wire('PUT /api/v1/relayers')],
  ['a path outside of the API', wire('GET /none')],
  ['a slash at the end', wire('GET /api/v1/relayers/')],
  ['another case', wire('GET /API/v1/relayers')],
  ['no token', wire('GET /api/v1/relayers', { authorization: '' })],
  ['a bad token', wire('GET /api/v1/relayers', { authorization: 'Bearer wrong' })],
  ['health', wire('GET /api/v1/health')],
  ['the head of health', wire('HEAD /api/v1/health')],
  ['options', wire('OPTIONS /api/v1/relayers')],
  ['a record in use', wire('DELETE /api/v1/signers/signer-1')],
  ['a deletion', wire('DELETE /api/v1/relayers/relayer-1')],
];

/** Header fields in no order, without those that differ from request to request. */
const comparable = ({ status, head, body }: RawReply) => ({
  status,
  fields: head
    .split('\r\n')
    .slice(1)
    .filter((line) => !line.startsWith('date:'))
    .sort(),
  body,
});

describe('Prototypes at birth', () => {
  const opened: { readonly app: NestExpressApplication; readonly database: TestDatabase; readonly url: string }[] = [];

  beforeAll(async () => {
    for (const adapter of [new HttpAdapter(true), new HttpAdapter(false)]) {
      const database = await databases[0]!.create();
      const app = await createApp(testSettings(database), pino({ level: 'silent' }), [], adapter);
      await app.listen(0, '127.0.0.1');
      opened.push({ app, database, url: await app.getUrl() });
    }
  });

  afterAll(async () => {
    for (const { app, database } of opened) {
      await app.close();
      await database.drop();
    }
  });

  it.each(REQUESTS)('make no difference to %s: status, header fields and body', async (_, bytes) => {
    const [born, given] = await Promise.all(opened.map(({ url }) => rawRequest(url, bytes)));
    expect(born!.status).toBeGreaterThanOrEqual(200);
    expect(comparable(born!)).toEqual(comparable(given!));
  });
});
