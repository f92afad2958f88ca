import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Response } from 'express';
import type { ApiRequest } from './api-request';
import { hasContentType, jsonBytesOf } from './json-bytes';

const JSON_TYPES = ['application/json', 'application/merge-patch+json'];
const typed = (type?: string): ApiRequest =>
  ({ headers: type === undefined ? {} : { 'content-type': type } }) as unknown as ApiRequest;

describe(hasContentType.name, () => {
  it.each([
    'application/json',
    'Application/JSON',
    ' application/json ',
    'application/merge-patch+json',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; profile=x; charset=utf-8',
    'application/json; a-charset=latin1',
  ])('takes %j', (type) => {
    expect(hasContentType(typed(type), JSON_TYPES)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'application/jsonp',
    'text/application/json',
    'application/json; charset=latin1',
    'application/json; charset=xutf-8',
    'application/json; charset=charset=utf-8',
    'application/json; charset=utf-8x',
    'application/json; charset=utf-16',
    'application/json; charset=utf8',
    'application/json; charset="utf-8',
    'application/json; charset=utf-8"',
    'application/json; charset=utf-8; charset=utf-8',
    'application/json; charset=utf-8; charset=latin1',
    'charset=utf-8; application/json',
  ])('does not take %j', (type) => {
    expect(hasContentType(typed(type), JSON_TYPES)).toBe(false);
  });
});

describe(jsonBytesOf.name, () => {
  /** What a client gets that sends a body of five bytes. */
  async function sent(method: string, headers: Readonly<Record<string, string>>, most = 5) {
    const read = async (incoming: IncomingMessage, response: ServerResponse): Promise<string> =>
      String(await jsonBytesOf(incoming as ApiRequest, response as Response, most));
    const answer = (incoming: IncomingMessage, response: ServerResponse): void => {
      void read(incoming, response)
        .catch((error: unknown) => JSON.stringify(error))
        .then((said) => response.end(said));
    };
    const server = createServer(answer).on('checkContinue', answer);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = request({ port, host: '127.0.0.1', method, headers, agent: false });
    let isAsked = false;
    client.on('continue', () => (isAsked = true)).end('"abc"');
    const [response] = (await once(client, 'response')) as [IncomingMessage];
    const said = await text(response);
    server.close();
    return { answer: said, isAsked };
  }

  it('reads a body, also the longest', async () => {
    expect(await sent('POST', { 'content-type': 'application/json' })).toEqual({ answer: '"abc"', isAsked: false });
    expect((await sent('POST', { 'content-type': 'application/json' }, 4)).answer).toContain('"status":413');
  });

  it('asks a client for its body that waits for that', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '5', expect: '100-continue' };
    expect(await sent('POST', headers)).toEqual({ answer: '"abc"', isAsked: true });
  });

  it('takes a merge patch where it is one', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    expect((await sent('PATCH', headers)).answer).toBe('"abc"');
    expect((await sent('PATCH', { 'content-type': 'application/json' })).answer).toBe('"abc"');
    expect((await sent('POST', headers)).answer).toContain('must be application/json, in UTF-8');
    const either = 'must be application/json or application/merge-patch+json, in UTF-8';
    expect((await sent('PATCH', { 'content-type': 'text/plain' })).answer).toContain(either);
  });
});
