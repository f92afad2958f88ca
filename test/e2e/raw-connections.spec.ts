import { databases } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { rawRequest } from '../support/raw-request';
import { sharedApp } from '../support/shared-app';

const LIST = 'GET /api/v1/relayers HTTP/1.1';
const POST = 'POST /api/v1/relayers HTTP/1.1';
const LAST = 'Connection: close';
const token = `Authorization: Bearer ${API_KEY}`;
const request = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

describe('What comes over a connection', () => {
  const service = sharedApp(databases[0]!.create);

  afterEach(async () => {
    expect((await service.call('GET', '/api/v1/relayers')).status).toBe(200);
  });

  it.each([
    ['no HTTP', 400, 'Good morning\r\n\r\n'],
    ['bytes', 400, Buffer.from([0, 1, 2, 3, 255, 13, 10, 13, 10])],
    ['the greeting of TLS', 400, Buffer.from('16030100c8010000c40303', 'hex')],
    ['an unknown method', 400, request('FROB /api/v1/relayers HTTP/1.1', 'Host: x')],
    ['another version of HTTP', 400, request('GET /api/v1/relayers HTTP/7.0', 'Host: x')],
    ['no host', 400, request(LIST, token)],
    ['a header without a name', 400, request(LIST, 'Host: x', ': y')],
    ['NUL in a header', 400, request(LIST, 'Host: x', 'X-Y: a\0b')],
    ['headers over the limit', 431, request(LIST, 'Host: x', `X-Y: ${'y'.repeat(20_000)}`)],
    [
      'many headers',
      431,
      request(LIST, 'Host: x', ...Array.from({ length: 2_000 }, (_, n) => `X-${String(n)}: yyyyyy`)),
    ],
    ['two lengths', 400, `${request(POST, 'Host: x', 'Content-Length: 2', 'Content-Length: 3')}{}`],
    ['a length and chunks', 400, `${request(POST, 'Host: x', 'Content-Length: 2', 'Transfer-Encoding: chunked')}{}`],
    ['a negative length', 400, `${request(POST, 'Host: x', 'Content-Length: -2')}{}`],
    ['chunks without a length', 400, `${request(POST, 'Host: x', 'Transfer-Encoding: chunked')}zz\r\n`],
    ['a line folded into the next', 400, request(LIST, 'Host: x', 'X-Y: a', ' b')],
  ])('%s is answered in the envelope with %d, and the connection closed', async (_, status, bytes) => {
    const reply = await rawRequest(service.app.url, bytes);

    expect(reply.status).toBe(status);
    expect(reply.head).toContain('connection: close');
    expect(reply.head).toContain('content-type: application/json; charset=utf-8');
    expect(JSON.parse(reply.body)).toEqual({ success: false, data: null, message: 'Bad Request' });
  });

  it('is closed without reading the rest of a body that is refused', async () => {
    const head = request(POST, 'Host: x', token, 'Content-Type: application/json', 'Content-Length: 1000000000');
    const reply = await rawRequest(service.app.url, `${head}{"name":"`);

    expect(reply.status).toBe(413);
    expect(reply.head).toContain('connection: close');
    expect(JSON.parse(reply.body)).toEqual({ success: false, data: null, message: 'Bad Request' });
  });

  it('is closed without reading the body of a request without a token', async () => {
    const reply = await rawRequest(service.app.url, `${request(POST, 'Host: x', 'Content-Length: 1000000')}{"name":"`);

    expect(reply.status).toBe(401);
    expect(reply.head).toContain('connection: close');
  });

  it('may be several requests in a row', async () => {
    const reply = await rawRequest(
      service.app.url,
      request(LIST, 'Host: x', token) + request(LIST, 'Host: x', token, LAST),
    );

    expect(reply.status).toBe(200);
    expect(reply.body.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
    expect(reply.body.match(/"success":true/g)).toHaveLength(2);
  });

  it('may be a body in chunks', async () => {
    const body = '{"url":"https://hooks.example.com"}';
    const chunks = [body.slice(0, 9), body.slice(9), ''].map((text) => `${text.length.toString(16)}\r\n${text}\r\n`);
    const reply = await rawRequest(
      service.app.url,
      request(
        'POST /api/v1/notifications HTTP/1.1',
        'Host: x',
        token,
        LAST,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ) + chunks.join(''),
    );

    expect(reply.status).toBe(201);
  });

  it('is not asked to continue over HTTP/1.0, which knows no such answer', async () => {
    const body = '{"url":"https://hooks.example.com"}';
    const head = request(
      'POST /api/v1/notifications HTTP/1.0',
      token,
      'Content-Type: application/json',
      'Expect: 100-continue',
      `Content-Length: ${String(body.length)}`,
    );

    expect((await rawRequest(service.app.url, head + body)).status).toBe(201);
  });

  it('may expect nothing but to continue', async () => {
    const reply = await rawRequest(service.app.url, request(LIST, 'Host: x', token, LAST, 'Expect: a-miracle'));

    expect(reply.status).toBe(417);
    expect(JSON.parse(reply.body)).toEqual({ success: false, data: null, message: 'Bad Request' });
  });

  it('brings one token at most, as a proxy might believe the other one', async () => {
    const reply = await rawRequest(
      service.app.url,
      request(LIST, 'Host: x', 'Authorization: Bearer wrong', token, LAST),
    );

    expect(reply.status).toBe(400);
  });
});
