import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Database } from '../../src/persistence/database';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { API_KEY, openApp, type OpenApp } from '../support/open-app';
import { relayerBody, signerBody } from '../support/samples';

const RELAYERS = 120;
const URLS = 100;
const PATH = '/api/v1/relayers?per_page=1000';
const REQUEST = `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${API_KEY}\r\n\r\n`;

/** Of 2,048 characters, the most that one may have. */
const longUrl = (index: number): string => `https://rpc.example.com/${String(index)}/`.padEnd(2048, 'x');

onEachDatabase('A list of 24 MB', (create) => {
  let database: TestDatabase;
  let service: OpenApp;
  let statements = 0;
  const responses: ServerResponse[] = [];
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await create();
    service = await openApp({ database });
    await service.call('POST', '/api/v1/signers', signerBody('signer'));
    const custom_rpc_urls = Array.from({ length: URLS }, (_, index) => ({ url: longUrl(index), weight: 100 }));
    for (let number = 0; number < RELAYERS; number++) {
      const id = `long-${String(number)}`;
      const { status, text } = await service.call(
        'POST',
        '/api/v1/relayers',
        relayerBody(id, 'signer', { network: id, custom_rpc_urls }),
      );
      if (status !== 201) throw new Error(text.slice(0, 400));
    }
    service.app.get(Database).watch({ queried: () => statements++, transacted: () => undefined });
    service.app
      .getHttpServer()
      .on('request', (_: IncomingMessage, response: ServerResponse) => responses.push(response));
  }, 120_000);
  beforeEach(() => {
    statements = 0;
    responses.length = 0;
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    const open = (): number =>
      responses.filter(({ req, writableFinished }) => !writableFinished && !req.destroyed).length;
    await eventually(() => expect(open()).toBe(0));
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  /** Sends bytes over a connection of its own, from which nothing is read. */
  async function sendUnread(bytes: string): Promise<void> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname).pause();
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(bytes);
  }

  it('is answered whole, a record at a time', async () => {
    const { status, headers, json } = await service.call('GET', PATH);
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBeNull();
    expect(json).toMatchObject({ success: true, error: '', pagination: { total_items: RELAYERS } });
    const listed = json.data as { readonly id: string; readonly custom_rpc_urls: readonly object[] }[];
    expect(listed.map(({ id }) => id)).toEqual(
      Array.from({ length: RELAYERS }, (_, number) => `long-${String(number)}`),
    );
    for (const { custom_rpc_urls } of listed) expect(custom_rpc_urls).toHaveLength(URLS);
    expect(statements).toBeGreaterThan(RELAYERS);
  });

  it('is not read for whoever has it, or asks for its head', async () => {
    const { headers, status } = await service.call('HEAD', PATH);
    expect(status).toBe(200);
    const known = await service.call('GET', PATH, undefined, { 'if-none-match': headers.get('etag')! });
    expect([known.status, known.text]).toEqual([304, '']);
    expect(statements).toBeLessThan(10);
  });

  it('is read as fast as its client reads, and no faster', async () => {
    await sendUnread(REQUEST);
    await eventually(() => expect(responses[0]!.writableNeedDrain).toBe(true));
    expect((await service.call('GET', '/api/v1/relayers/long-0')).status).toBe(200);
    expect(statements).toBeLessThan(RELAYERS);
  });

  it('waits unread for the answers to earlier requests of its connection', async () => {
    await sendUnread(REQUEST.repeat(8));
    await eventually(() => expect(responses[0]?.writableNeedDrain).toBe(true));
    // The next one was taken in at most, and nothing is read for it.
    expect(responses.length).toBeLessThanOrEqual(2);
    expect((await service.call('GET', '/api/v1/relayers/long-0')).status).toBe(200);
    expect(statements).toBeLessThan(RELAYERS);
  });

  it('ends its connection where it cannot be read to its end', async () => {
    const rows = service.app.get(Database);
    await rows.run(() => rows.query(`UPDATE relayers SET policies = '{' WHERE id = 'long-20'`));
    await expect(service.call('GET', PATH)).rejects.toThrow();
    expect(service.logged.some((line) => line.includes('A list could not be sent whole'))).toBe(true);
    await rows.run(() => rows.query(`UPDATE relayers SET policies = '{}' WHERE id = 'long-20'`));
    expect((await service.call('GET', PATH)).status).toBe(200);
  });
});
