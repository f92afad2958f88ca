import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import type { ApiRequest } from '../../src/http/api-request';
import { HttpAdapter } from '../../src/http/server';

export interface FrontReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface FrontServer {
  readonly port: number;
  /** Asks by no header but those that are given. */
  readonly ask: (headers?: OutgoingHttpHeaders, method?: string, path?: string) => Promise<FrontReply>;
  close(): Promise<void>;
}

/** The server of the service with one handler, and no application behind it. */
export async function serveFront(handle: (request: ApiRequest, response: Response) => unknown): Promise<FrontServer> {
  const adapter = new HttpAdapter();
  adapter.useBeforeExpress((asked, response) => void handle(asked, response));
  adapter.initHttpServer();
  const server = adapter.getHttpServer() as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    ask: async (headers = {}, method = 'GET', path = '/') => {
      const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false }).end();
      const [answer] = (await once(sent, 'response')) as [AsyncIterable<Buffer> & FrontReply & { statusCode: number }];
      const pieces: Buffer[] = [];
      for await (const piece of answer) pieces.push(piece);
      return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
