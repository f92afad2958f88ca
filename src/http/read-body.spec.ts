import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { BadRequestException } from '@nestjs/common';
import { readChunks } from './read-body';

describe(readChunks.name, () => {
  let server: Server;

  afterEach(() => server.close());

  it('fails with what is thrown where a part is to be stored, as on a full disk', async () => {
    const failure = new Promise((resolve) => {
      const store = (): never => {
        throw new Error('the disk is full');
      };
      server = createServer((incoming, response) => {
        void readChunks(incoming, 100, store)
          .catch(resolve)
          .finally(() => response.end());
      });
    });
    await once(server.listen(0), 'listening');
    request({ port: (server.address() as AddressInfo).port, method: 'POST' }).end('a body');
    expect(await failure).toEqual(new Error('the disk is full'));
  });

  it.each([{}, { 'content-encoding': 'gzip' }])('fails where the sender was gone before, with %j', async (headers) => {
    const failure = new Promise((resolve) => {
      server = createServer((incoming) => {
        incoming.once('close', () => void readChunks(incoming, 100, () => undefined).catch(resolve));
        sent.destroy();
      });
    });
    await once(server.listen(0), 'listening');
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, method: 'POST', headers: { 'content-length': 10, ...headers } });
    sent.on('error', () => undefined).flushHeaders();
    expect(await failure).toBeInstanceOf(BadRequestException);
  });
});
