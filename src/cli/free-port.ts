import { once } from 'node:events';
import { createServer } from 'node:net';
import { ListenError } from './listen-error';

/**
 * Listens for a moment, before anything is made that a start which cannot be reached by anybody would leave behind.
 * @throws ListenError
 */
export async function requireFreePort(host: string, port: number, settings?: string): Promise<void> {
  // Exclusive: in a worker, too, it is this process that listens.
  const server = createServer().listen({ host, port, exclusive: true });
  await once(server, 'listening').catch((cause: unknown) => {
    throw new ListenError(host, port, cause, settings);
  });
  server.close();
  await once(server, 'close');
}
