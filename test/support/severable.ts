import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { SecretValue } from '../../src/kernel/secret';
import type { TestDatabase } from './databases';

/** A PostgreSQL database whose network can fail. */
export interface Severable {
  readonly database: TestDatabase;
  /** Ends every connection, and refuses new ones. */
  sever(): Promise<void>;
  /** Nothing goes through any more, over connections that are there and new ones. */
  freeze(): void;
  /** Freezes as soon as a statement with this word went through, whose answer is lost. */
  freezeAfter(word: string): void;
  /** New connections work again; those that were there stay frozen. */
  thawForNew(): void;
}

/** Puts a network of its own between a PostgreSQL database and who uses it. */
export async function severable(behind: TestDatabase): Promise<Severable> {
  const { settings } = behind;
  if (settings.kind !== 'postgres') throw new Error('Only PostgreSQL is reached over a network');
  const target = new URL(settings.url.reveal());
  const sockets = new Set<Socket>();
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    // Each end of a severed connection reports that; it is what was wanted.
    socket.on('error', () => socket.destroy());
  };
  let isFrozen = false;
  let last: string | undefined;
  const freeze = (): void => {
    isFrozen = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const server = createServer((incoming) => {
    if (isFrozen) {
      hold(incoming);
      return;
    }
    const outgoing = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [incoming, outgoing]) hold(socket);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('data', (bytes: Buffer) => {
      if (last !== undefined && bytes.includes(last)) freeze();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    database: { settings: { kind: 'postgres', url: new SecretValue(url.toString()) }, drop: () => behind.drop() },
    sever: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    freeze,
    freezeAfter: (word) => {
      last = word;
    },
    thawForNew: () => {
      isFrozen = false;
      last = undefined;
    },
  };
}
