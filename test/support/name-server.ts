import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** A name server on 127.0.0.1 that knows a few names and nothing else. */
export interface NameServer {
  /** `127.0.0.1:PORT` */
  readonly address: string;
  close(): Promise<void>;
}

const TYPES = { a: 1, aaaa: 28 };
const NO_SUCH_NAME = 3;

/** Starts one that knows the addresses of names; what stands there without any is never answered for. */
export async function startNameServer(known: Readonly<Record<string, readonly string[]>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    const addresses = known[name];
    if (addresses?.length === 0) return;
    const fitting = (addresses ?? []).filter((each) => (isIPv4(each) ? TYPES.a : TYPES.aaaa) === type);
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (addresses ? 0 : NO_SUCH_NAME), 2);
    head.writeUInt16BE(fitting.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(
      Buffer.concat([head, query.subarray(12, end), ...fitting.map((each) => record(type, each))]),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${String(socket.address().port)}`,
    close: async () => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

/** What a query asks for (RFC 1035), and where its question ends. */
function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** An answer for the name at the beginning of the question. */
function record(type: number, address: string): Buffer {
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : bytesOfIPv6(address);
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}

const bytesOfIPv6 = (address: string): Buffer => {
  const [first = '', last = ''] = address.split('::');
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '');
  const zeros = Array<string>(8 - groups(first).length - groups(last).length).fill('0');
  const words = [...groups(first), ...zeros, ...groups(last)].map((group) => group.padStart(4, '0'));
  return Buffer.from(words.join(''), 'hex');
};
