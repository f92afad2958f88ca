import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '../../test/support/eventually';
import { drain } from './drain';
import { HttpAdapter } from './server';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
/** In milliseconds: less than requests get to end, by far. */
const SOON = 5_000;
/** In milliseconds: what a clock shows that a test decides about. */
const BEGIN = 100_000;

describe('drain', () => {
  let server: Server;
  let adapter: HttpAdapter;
  let clients: Socket[];
  /** Answers the requests that wait, in their order. */
  let answers: (() => void)[];

  beforeEach(async () => {
    adapter = new HttpAdapter();
    answers = [];
    clients = [];
    adapter.useBeforeExpress((_request, response) => void answers.push(() => response.end('ok')));
    adapter.initHttpServer();
    server = adapter.getHttpServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    jest.restoreAllMocks();
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    server.close();
  });

  /** A client with what it has heard so far. */
  const open = async (): Promise<Socket & { heard: string }> => {
    const socket = Object.assign(connect((server.address() as AddressInfo).port, '127.0.0.1'), { heard: '' });
    clients.push(socket);
    socket.on('error', () => undefined).on('data', (bytes) => (socket.heard += bytes.toString()));
    await once(socket, 'connect');
    return socket;
  };
  const asked = (count: number) => eventually(() => expect(answers).toHaveLength(count));
  const timed = async (work: Promise<void>): Promise<number> => {
    const start = performance.now();
    await work;
    return performance.now() - start;
  };

  it('is over soon where nobody is connected, and nobody can connect then', async () => {
    expect(await timed(drain(server, adapter.connections))).toBeLessThan(SOON);
    expect(server.listening).toBe(false);
  });

  it('waits for the request that is under way, and tells its client to close', async () => {
    const client = await open();
    client.write(GET);
    await asked(1);
    let isOver = false;
    const announced = jest.spyOn(adapter.connections, 'announceClose');
    const drained = drain(server, adapter.connections).then(() => (isOver = true));
    await eventually(() => expect(announced).toHaveBeenCalledTimes(1));
    expect([isOver, server.listening]).toEqual([false, false]);
    answers[0]!();
    await drained;
    await eventually(() => expect(client.heard).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*ok$/));
  });

  it('answers what an open connection asks for before it heard of the end, and leaves nobody open', async () => {
    const [silent, late] = [await open(), await open()];
    for (const client of [silent, late]) client.write(GET);
    await asked(2);
    for (const answer of answers) answer();
    await eventually(() => expect(late.heard).toContain('ok'));
    const announced = jest.spyOn(adapter.connections, 'announceClose');
    const drained = timed(drain(server, adapter.connections));
    await eventually(() => expect(announced).toHaveBeenCalledTimes(1));
    late.write(GET);
    await asked(3);
    answers[2]!();
    await eventually(() => expect(late.heard).toMatch(/Connection: close\r\n[^]*ok$/));
    expect(await drained).toBeLessThan(SOON);
    await eventually(() => expect(silent.destroyed).toBe(true));
    expect(silent.heard).not.toContain('Connection: close');
  });

  it('takes the connections that wait to be accepted', async () => {
    const waiting = Array.from({ length: 20 }, () => {
      const client = Object.assign(connect((server.address() as AddressInfo).port, '127.0.0.1'), { heard: '' });
      clients.push(client);
      client
        .on('error', () => undefined)
        .on('data', (bytes) => (client.heard += bytes.toString()))
        .write(GET);
      return client;
    });
    // The system has accepted them then, and Node has not.
    await new Promise((resolve) => process.nextTick(resolve));
    const drained = drain(server, adapter.connections);
    await asked(20);
    for (const answer of answers) answer();
    await drained;
    for (const client of waiting) await eventually(() => expect(client.heard).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*ok$/));
  });

  describe('on a clock that a test decides about', () => {
    /** In milliseconds. */
    let time: number;
    let now: jest.SpyInstance<number>;

    beforeEach(() => {
      time = BEGIN;
      // What ends a connection that stalls would end these, too.
      server.timeout = 0;
      now = jest.spyOn(performance, 'now').mockImplementation(() => time);
    });

    /** Resolves when the clock was looked at some more. */
    const looked = async (): Promise<void> => {
      const before = now.mock.calls.length;
      await eventually(() => expect(now.mock.calls.length).toBeGreaterThan(before + 8));
    };

    it('waits for a request that does not end for eight seconds, and no longer', async () => {
      const client = await open();
      client.write(GET);
      await asked(1);
      const drained = drain(server, adapter.connections);
      await looked();
      time = BEGIN + 7_999;
      await looked();
      expect(client.destroyed).toBe(false);
      time = BEGIN + 8_000;
      await drained;
      await eventually(() => expect(client.destroyed).toBe(true));
      expect(client.heard).toBe('');
    });

    it('leaves an idle connection open for a second after the others heard of the end', async () => {
      const client = await open();
      client.write(GET);
      await asked(1);
      answers[0]!();
      await eventually(() => expect(client.heard).toContain('ok'));
      const announced = jest.spyOn(adapter.connections, 'announceClose');
      const drained = drain(server, adapter.connections);
      await eventually(() => expect(announced).toHaveBeenCalledTimes(1));
      time = BEGIN + 999;
      await looked();
      expect(client.destroyed).toBe(false);
      time = BEGIN + 1_000;
      await drained;
      await eventually(() => expect(client.destroyed).toBe(true));
      expect(announced).toHaveBeenCalledTimes(1);
    });

    it('looks for connections that wait for three seconds, and no longer', async () => {
      now.mockImplementation(() => ++time);
      await drain(server, adapter.connections);
      expect(time - BEGIN).toBeGreaterThanOrEqual(3_000);
      expect(time - BEGIN).toBeLessThan(4_000);
    });
  });
});
