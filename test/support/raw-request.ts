import { once } from 'node:events';
import { connect } from 'node:net';

/** What came back on a connection, as it stood on the wire. */
export interface RawReply {
  readonly status: number;
  /** In lower case. */
  readonly head: string;
  readonly body: string;
}

/** Sends bytes to the server at `url`, and reads until it closes the connection. */
export async function rawRequest(url: string, bytes: string | Buffer): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  // Whoever refuses a request may close the connection before it was sent in full.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', ...rest] = Buffer.concat(received).toString().split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    head: head.toLowerCase(),
    body: rest.join('\r\n\r\n'),
  };
}
