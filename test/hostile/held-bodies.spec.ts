import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';

const PATH = '/api/v1/notifications';
/** A thousand bytes that become a million, the last ones of which never come. */
const BODY = gzipSync(Buffer.alloc(1024 * 1024, ' ')).subarray(0, -8);
/** As many as are held of one token. */
const MOST = 32;

onEachDatabase('Bodies that nobody ends', (create) => {
  let database: TestDatabase;
  let service: OpenApp;
  const sockets: Socket[] = [];
  const heard: string[] = [];

  beforeAll(async () => {
    database = await create();
    service = await openApp({ database });
  }, 30_000);
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await service.close();
    await database.drop();
  });

  function send(): void {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.on('data', (answer: Buffer) => heard.push(answer.toString('latin1').split('\r\n')[0] ?? ''));
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\nContent-Type: application/json\r\n` +
        `Content-Encoding: gzip\r\nContent-Length: ${String(BODY.length + 8)}\r\n\r\n`,
    );
    socket.write(BODY);
    sockets.push(socket);
  }
  const add = (id: string, token: string) =>
    service.call('POST', PATH, { id, url: 'https://hooks.example.com' }, { authorization: `Bearer ${token}` });

  it('are held up to 32 MiB of one token, whose others are refused; other tokens have their own', async () => {
    const other = await service.call('POST', '/api/v1/tokens', { name: 'other', permissions: ['*'] });
    const { token } = other.json.data as unknown as { readonly token: string };
    for (let count = 0; count < 2 * MOST; count++) send();
    await eventually(() => expect(heard.length).toBeGreaterThanOrEqual(MOST));
    expect(new Set(heard)).toEqual(new Set(['HTTP/1.1 429 Too Many Requests']));
    expect((await add('others', token)).status).toBe(201);
    for (const socket of sockets) socket.destroy();
    await eventually(async () => expect((await add('own', API_KEY)).status).toBe(201));
  });
});
