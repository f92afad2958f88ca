import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { SecretValue } from '../../src/kernel/secret';
import type { TestDatabase } from './databases';

/** A PostgreSQL database whose network can fail. */
export interface Severable {
  readonly database: TestDatabase;
  /** Ends every connection, and refuses new ones. */
  sever(): Promise<void>;
}

/** Puts a network of its own between a PostgreSQL database and who uses it. */
export async function severable(behind: TestDatabase): Promise<Severable> {
  const { settings } = behind;
  if (settings.kind !== 'postgres') throw new Error('Only PostgreSQL is reached over a network');
  const target = new URL(settings.url.reveal());
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      // Each end of a severed connection reports that; it is what was wanted.
      socket.on('error', () => socket.destroy());
    }
    incoming.pipe(outgoing).pipe(incoming);
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
  };
}
