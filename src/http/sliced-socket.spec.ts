import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { SlicedSocket } from './sliced-socket';

const SHORTEST = 'GET / HTTP/1.1\r\nHost:\r\n\r\n';
const HEAD = 'GET /api/v1/relayers HTTP/1.1\r\nHost: example.com\r\nAccept: */*\r\n\r\n';

describe('SlicedSocket', () => {
  let server: Server;
  let client: Socket;
  let socket: Socket;
  let sliced: SlicedSocket;

  beforeEach(async () => {
    server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    [socket] = await accepted;
    sliced = new SlicedSocket(socket);
  });
  afterEach(() => {
    client.destroy();
    sliced.destroy();
    server.close();
  });

  async function slices(): Promise<string[]> {
    const all: string[] = [];
    sliced.on('data', (slice: Buffer) => all.push(slice.toString('latin1')));
    await once(sliced, 'end');
    return all;
  }

  it('ends a slice behind a blank line', async () => {
    client.end(HEAD.repeat(3));
    expect(await slices()).toEqual([HEAD, HEAD, HEAD]);
  });

  it('ends no slice within the first 64 bytes', async () => {
    client.end(SHORTEST.repeat(6));
    expect(await slices()).toEqual([SHORTEST.repeat(3), SHORTEST.repeat(3)]);
  });

  it('ends a slice without a blank line after 4 KiB', async () => {
    client.end('x'.repeat(10_000));
    expect(Math.max(...(await slices()).map(({ length }) => length))).toBe(4_096);
  });

  it('hands on all that came where the other side has ended before anybody wants more than is read ahead', async () => {
    // A stream reads 16 KiB ahead; the rest of the last piece is more.
    const sent = HEAD.repeat(Math.ceil(18_000 / HEAD.length));
    const arrived = once(socket, 'readable');
    client.end(sent);
    sliced.read(0);
    await arrived;
    expect((await slices()).join('')).toBe(sent);
  });

  it('hands nothing on while it is held', async () => {
    const got: string[] = [];
    sliced.on('data', (slice: Buffer) => got.push(slice.toString('latin1')));
    sliced.hold();
    const arrived = once(socket, 'readable');
    client.end(HEAD.repeat(2));
    await arrived;
    sliced.resume();
    expect(got).toEqual([]);
    sliced.release();
    await once(sliced, 'end');
    expect(got).toEqual([HEAD, HEAD]);
  });

  it('writes what is written, and ends behind it', async () => {
    const chunks: Buffer[] = [];
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    sliced.cork();
    sliced.write('one ', 'latin1');
    sliced.write(Buffer.from('two '));
    sliced.uncork();
    sliced.end('three');
    await once(client, 'end');
    expect(Buffer.concat(chunks).toString()).toBe('one two three');
  });

  it('is destroyed with its socket, and its socket with it', async () => {
    const other = once(sliced, 'close');
    socket.destroy();
    await other;
    expect(sliced.destroyed).toBe(true);
  });

  it('ends with the fault of its socket', async () => {
    const fault = new Error('the cable was cut');
    const told = once(sliced, 'error');
    socket.destroy(fault);
    expect(await told).toEqual([fault]);
  });
});
