import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy for HTTP that forwards and tunnels, wherever it is told to. */
export interface ForwardProxy {
  readonly port: number;
  /** What it was asked for: `POST http://…` or `CONNECT host:port`, and who asked. */
  readonly asked: readonly { readonly what: string; readonly credentials: string | undefined }[];
  close(): Promise<void>;
}

/**
 * Starts a proxy on 127.0.0.1.
 * @param refusal what it does with tunnels instead of opening them
 */
export async function startForwardProxy(refusal?: (socket: Socket) => void): Promise<ForwardProxy> {
  const asked: { what: string; credentials: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    // Tunnels end as their ends like.
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    asked.push({ what: `${method} ${url}`, credentials: headers['proxy-authorization'] });
    const outgoing = request(url, { method, headers: { ...headers, via: '1.1 proxy' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.writeHead(502).end());
    incoming.pipe(outgoing);
  });
  server.on('connection', hold);
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push({ what: `CONNECT ${url}`, credentials: headers['proxy-authorization'] });
    if (refusal) {
      refusal(socket);
      return;
    }
    const { hostname, port } = new URL(`http://${url}`);
    const outgoing = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      outgoing.pipe(socket).pipe(outgoing);
    });
    hold(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
