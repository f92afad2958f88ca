import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '../support/eventually';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';
import { samplesOf } from '../support/prometheus';
import { answersIn } from './raw';

/** As many of them stand before short requests as there is in a piece that is read, beside these. */
const LARGE = 16;
/** The shortest request that there is, so that one piece that is read has as many as possible. */
const SHORT = 'GET / HTTP/1.1\r\nHost:\r\n\r\n';
const FILE = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n';
const FILE_WITH_BODY = FILE.replace('\r\n\r\n', '\r\nContent-Length: 8\r\n\r\n\r\n\r\n\r\n\r\n');
const HEALTH = 'GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n';
const LIST = `GET /api/v1/relayers?per_page=1000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\n\r\n`;
const LARGE_RELAYER_BYTES = 200_000;
const PIECE_BYTES = 64 * 1024;
const PER_PIECE = Math.ceil(PIECE_BYTES / SHORT.length);
const MIB = 2 ** 20;
/** Of one connection, unanswered. */
const MAX_TAKEN_IN = 16;

/** Writes to all of its connections at once when it is told to, and reads nothing. */
const WRITE_AT_ONCE = `
  const [port, count, request, times] = process.argv.slice(1);
  const dial = () => require('node:net').connect(port, '127.0.0.1').pause().on('error', () => undefined);
  const sockets = Array.from({ length: count }, dial);
  process.stdin.once('data', () => sockets.forEach((socket) => socket.write(request.repeat(times))));
`;

describe('Requests in a pipeline', () => {
  let open: OpenApp;
  let sockets: Socket[];

  beforeEach(async () => {
    open = await openApp();
    sockets = [];
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await open.close();
  });

  const dial = (): Socket => {
    const { hostname, port } = new URL(open.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  /** How many requests are under way, the one that asks aside. */
  const underWay = async (): Promise<number> => {
    const samples = samplesOf((await open.call('GET', '/metrics')).text);
    return (samples.find(({ name }) => name === 'http_requests_in_flight')?.value ?? 0) - 1;
  };

  it('are taken one at a time where their sender reads nothing, and the others wait in the socket', async () => {
    const accepted = once(open.app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const before = process.memoryUsage().rss;
    const client = dial().pause();
    client.write(FILE.repeat(6_000));
    const [socket] = await accepted;
    await eventually(async () => expect(await underWay()).toBe(1));
    // Two whole pieces, or parts of three.
    expect(socket.bytesRead).toBeLessThanOrEqual(3 * PIECE_BYTES);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MIB);
    client.destroy();
    await eventually(async () => expect(await underWay()).toBe(0));
  });

  it('hold, of a list of large records, one piece for each client that reads nothing', async () => {
    const server: Server = open.app.getHttpServer();
    const readers = 20;
    await addLargeRelayers(open, 40);
    const accepted: Socket[] = [];
    server.on('connection', (socket: Socket) => accepted.push(socket));
    const before = held();
    for (let count = 0; count < readers; count++) dial().pause().write(LIST.repeat(LARGE));
    // The system takes some megabytes of each; after 15 s without a reader they are closed, the first before the last stalls.
    await eventually(() => {
      const stalled = accepted.filter(({ destroyed, writableNeedDrain }) => !destroyed && writableNeedDrain);
      expect(stalled.length).toBeGreaterThanOrEqual(readers / 2);
      expect(held() - before).toBeLessThan(readers * LARGE_RELAYER_BYTES * 3);
    }, 50_000);
  });

  it('are all answered in their order, however many there are', async () => {
    const many = 6_000;
    const client = dial();
    const chunks: Buffer[] = [];
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    client.write(`${HEALTH.repeat(many)}GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await once(client, 'close');
    const statuses = answersIn(Buffer.concat(chunks).toString('latin1')).map(({ status }) => status);
    expect(statuses).toEqual([...Array.from({ length: many }, () => 200), 401]);
  });

  it.each([
    ['behind one whose answer nobody reads', FILE],
    ['behind the body of one whose answer nobody reads', `${FILE.replace('GET', 'HEAD')}${FILE_WITH_BODY}`],
  ])('%s are taken in 16 at most, without a token, and the connection stays', async (_, first) => {
    const server: Server = open.app.getHttpServer();
    let takenIn = 0;
    server.on('request', ({ url }: IncomingMessage) => (takenIn += Number(url === '/')));
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    dial()
      .pause()
      .write(first.repeat(LARGE) + SHORT.repeat(PER_PIECE));
    const [socket] = await accepted;
    await eventually(() => expect(socket.bytesRead).toBeGreaterThanOrEqual(PIECE_BYTES));
    // Whatever is made of what was read is made before what is asked now.
    expect((await open.call('GET', '/api/v1/relayers')).status).toBe(200);
    expect(takenIn).toBeLessThanOrEqual(MAX_TAKEN_IN);
    expect(socket.destroyed).toBe(false);
  });

  it('of many connections let others have their turn, and none of them is closed', async () => {
    const server: Server = open.app.getHttpServer();
    const connections = 100;
    let [inThisTurn, most, isOver] = [0, 0, false];
    server.on('request', () => (most = Math.max(most, ++inThisTurn)));
    const beginTurn = (): void => {
      inThisTurn = 0;
      if (!isOver) setImmediate(beginTurn);
    };
    beginTurn();
    const before = heapUsed();
    // In a process of its own: while one piece is worked on, the others arrive.
    const { port } = new URL(open.url);
    const times = String(PER_PIECE * 4);
    const sender = spawn(process.execPath, ['-e', WRITE_AT_ONCE, port, String(connections), SHORT, times]);
    await eventually(async () => expect(await connectionsOf(server)).toBe(connections), 50_000);
    sender.stdin.write('now');
    await eventually(() => expect(most).toBeGreaterThan(connections / 2), 50_000);
    expect((await open.call('GET', '/api/v1/relayers')).status).toBe(200);
    expect(heapUsed() - before).toBeLessThan(64 * MIB);
    expect(await connectionsOf(server)).toBeGreaterThanOrEqual(connections);
    sender.kill();
    await once(sender, 'exit');
    isOver = true;
    expect(most).toBeLessThanOrEqual(connections * MAX_TAKEN_IN);
  });

  it('end with the first one whose length two readers could understand differently', async () => {
    const body = JSON.stringify({ id: 'smuggled', url: 'https://hooks.example.com' });
    const token = `Host: x\r\nAuthorization: Bearer ${API_KEY}\r\n`;
    const client = dial();
    const chunks: Buffer[] = [];
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    client.write(
      `GET /api/v1/relayers HTTP/1.1\r\n${token}Host: y\r\n\r\n` +
        `POST /api/v1/notifications HTTP/1.1\r\n${token}Content-Type: application/json\r\n` +
        `Content-Length: ${String(body.length)}\r\n\r\n${body}`,
    );
    await once(client, 'close');
    expect(answersIn(Buffer.concat(chunks).toString('latin1')).map(({ status }) => status)).toEqual([400]);
    expect((await open.call('POST', '/api/v1/notifications', { url: 'https://hooks.example.com' })).status).toBe(201);
    expect((await open.call('GET', '/api/v1/notifications')).json.pagination?.total_items).toBe(1);
  });
});

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

/** In bytes, without what is garbage: whether that was collected already is left to chance otherwise. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** The same with the bytes of buffers. */
const held = (): number => heapUsed() + process.memoryUsage().arrayBuffers;

async function addLargeRelayers(open: OpenApp, count: number): Promise<void> {
  await open.call('POST', '/api/v1/signers', { id: 'signer', type: 'local', config: { key: '1'.padStart(64, '0') } });
  const [urls, length] = [100, LARGE_RELAYER_BYTES / 100];
  const custom_rpc_urls = Array.from({ length: urls }, (_, index) => ({
    url: `https://rpc.example.com/${String(index)}/`.padEnd(length, 'x'),
  }));
  for (let index = 0; index < count; index++) {
    const network = `network-${String(index)}`;
    const relayer = {
      name: network,
      network,
      network_type: 'evm',
      paused: false,
      signer_id: 'signer',
      custom_rpc_urls,
    };
    expect((await open.call('POST', '/api/v1/relayers', relayer)).status).toBe(201);
  }
}
