import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SecretValue } from '../../src/kernel/secret';
import { endAll, startBuiltService } from '../support/built-service';
import { fleetSettings } from '../support/built-fleet';
import { databases, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { call, type OpenApp, openApp } from '../support/open-app';
import { scratchFolder } from '../support/scratch';

const MIB = 2 ** 20;
const LIST = '/api/v1/relayers?per_page=0';
const REQUESTS = 30;
const LIMIT = 1_000;
const flood = Buffer.alloc(MIB, 'x');

/** What a server that means harm does with each piece that it is sent. */
const servers: Readonly<Record<string, (socket: Socket) => void>> = {
  'answers bytes': (socket) => socket.write(Buffer.from([0, 1, 2, 3, 255, 13, 10, 13, 10])),
  'speaks HTTP': (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'answers a number': (socket) => socket.write(':1\r\n'),
  'answers a text': (socket) => socket.write('$5\r\nhello\r\n'),
  'answers nothing': (socket) => socket.write('$-1\r\n'),
  'answers an empty list': (socket) => socket.write('*0\r\n'),
  'answers texts in place of numbers': (socket) => socket.write('*2\r\n$1\r\na\r\n$1\r\nb\r\n'),
  'answers numbers that no bucket has': (socket) => socket.write('*2\r\n:0\r\n$4\r\n-1e9\r\n'),
  'answers a list that is too long': (socket) => socket.write('*4294967295\r\n'),
  'answers a text of a negative length': (socket) => socket.write('$-5\r\nhello\r\n'),
  'answers more often than it is asked': (socket) => socket.write('*2\r\n:0\r\n$1\r\n1\r\n'.repeat(1_000)),
  'refuses everything': (socket) => socket.write('-ERR no\r\n'),
  'redirects to another server': (socket) => socket.write('-MOVED 1 169.254.169.254:80\r\n'),
  hangs: () => undefined,
  closes: (socket) => socket.destroy(),
  'closes within an answer': (socket) => socket.end('*2\r\n:0\r\n$10\r\n1'),
  'answers without an end': (socket) => {
    socket.write('$536870912\r\n');
    const go = (): void => {
      while (!socket.destroyed && socket.write(flood));
    };
    socket.on('drain', go);
    go();
  },
};

describe('A Redis that means harm', () => {
  let database: TestDatabase;
  let server: Server;
  let open: OpenApp;
  let misbehave: (socket: Socket) => void;
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    database = await databases[0]!.create();
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      socket.on('data', () => misbehave(socket));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.close();
    await database.drop();
  });
  afterEach(async () => {
    await open.close();
    for (const socket of sockets) socket.destroy();
  });

  it.each(Object.entries(servers))('that %s changes nothing for those who ask', async (_, behaviour) => {
    misbehave = behaviour;
    const url = new SecretValue(`redis://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
    const before = held();
    open = await openApp({
      database,
      settings: { redis: { url, keyPrefix: 'test' }, rateLimit: { perSecond: LIMIT, burst: LIMIT } },
    });
    for (let count = 0; count < REQUESTS; count++) {
      const { status, headers } = await open.call('GET', LIST);
      expect(status).toBe(200);
      expect(Number(headers.get('x-ratelimit-limit'))).toBe(LIMIT);
      const remaining = Number(headers.get('x-ratelimit-remaining'));
      expect(remaining).toBeGreaterThanOrEqual(0);
      expect(remaining).toBeLessThan(LIMIT);
    }
    // What one connection is sent before it is given up depends on the machine; nothing of it may stay.
    await eventually(() => expect(held() - before).toBeLessThan(64 * MIB));
    expect(open.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
  });
});

/** Deep enough for the stack of whoever reads them one within the other. */
const nested = '*1\r\n'.repeat(10_000);

describe('A Redis that answers lists in lists', () => {
  const folder = scratchFolder();

  afterEach(endAll);

  it('ends its connection, and not the process', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).on('data', () => socket.write(nested));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const database = await databases[0]!.create();
    const service = await startBuiltService(folder(), {
      ...fleetSettings(database),
      REDIS_URL: `redis://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    });
    await eventually(() => expect(service.printed()).toMatch(/stack.*ended its connection/));
    expect((await call(`${service.baseUrl}${LIST}`, 'GET', undefined, {})).status).toBe(200);
    expect(await service.stop()).toBe(0);
    server.close();
    await database.drop();
  }, 180_000);
});

/** In bytes, without what is garbage. */
function held(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
