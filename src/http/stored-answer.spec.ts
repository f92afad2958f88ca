import type { Response } from 'express';
import { type FrontServer, serveFront } from '../../test/support/front-server';
import { rawRequest } from '../../test/support/raw-request';
import { PendingRequest } from './answer-loading';
import type { ApiRequest } from './api-request';
import { keyOf, MAX_ANSWER_BYTES, storable } from './stored-answer';

const TOKEN = { authorization: 'Bearer a' };
const NOW = new Date('2030-01-01T00:00:00Z');

let front: FrontServer | undefined;
afterEach(() => front?.close());

describe('What answers are stored under', () => {
  beforeEach(async () => {
    front = await serveFront((request, response) => {
      const key = keyOf(request) ?? 'none';
      response.setHeader('X-Key', key.replaceAll('\n', ' ')).end(key);
    });
  });
  const keyFor = async (headers: Record<string, string>, method = 'GET', path = '/a'): Promise<string> =>
    (await front!.ask(headers, method, path)).body.toString();

  it('is of the token, the URL, and what shapes answers', async () => {
    const key = await keyFor(TOKEN);
    expect(key).toMatch(/^[\w+/]{43}=\n\n\n\n\/a$/);
    expect(key).not.toContain('Bearer');
    const others = [
      await keyFor({ authorization: 'Bearer b' }),
      await keyFor(TOKEN, 'GET', '/a?page=2'),
      await keyFor({ ...TOKEN, accept: 'text/html' }),
      await keyFor({ ...TOKEN, 'accept-encoding': 'text/html' }),
      await keyFor({ ...TOKEN, origin: 'text/html' }),
    ];
    expect(new Set([key, ...others]).size).toBe(6);
  });

  it('is the same however blanks and letters stand in what shapes answers, and whatever else is said', async () => {
    const key = await keyFor({ ...TOKEN, 'accept-encoding': 'gzip,br' });
    expect(await keyFor({ ...TOKEN, 'accept-encoding': 'GZIP, br', 'user-agent': 'me', 'if-none-match': '*' })).toBe(
      key,
    );
  });

  it('is the same for the head of an answer', async () => {
    const asked = front!.ask(TOKEN, 'HEAD', '/a');
    expect((await asked).headers['x-key']).toBe((await front!.ask(TOKEN, 'GET', '/a')).headers['x-key']);
    expect((await asked).headers['x-key']).toContain('/a');
  });

  it.each([
    ['no token', {}, 'GET'],
    ['a change', TOKEN, 'POST'],
    ['a removal', TOKEN, 'DELETE'],
    ['a body of a length', { ...TOKEN, 'content-length': '0' }, 'GET'],
    ['a body in chunks', { ...TOKEN, 'transfer-encoding': 'chunked' }, 'GET'],
  ])('is nothing for %s', async (_, headers, method) => {
    expect(await keyFor(headers, method)).toBe('none');
  });

  it.each([
    ['HTTP/1.0', 'GET /a HTTP/1.0\r\nHost: a\r\nAuthorization: Bearer a\r\n\r\n'],
    [
      'what two readers could understand differently',
      'GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\nAuthorization: Bearer a\r\nConnection: close\r\n\r\n',
    ],
  ])('is nothing for %s', async (_, bytes) => {
    const { body } = await rawRequest(`http://127.0.0.1:${String(front!.port)}`, bytes);
    expect(body).toContain('none');
  });
});

describe('What is stored of an answer', () => {
  const principal = { id: 'p', name: 'p', permissions: new Set(['*']) };

  /** What would be stored of a body, as the answer of a request that a test may change. */
  async function storedOf(
    body: string | Buffer,
    change: (request: ApiRequest, response: Response) => void = () => undefined,
  ): Promise<ReturnType<typeof storable>> {
    let stored: ReturnType<typeof storable>;
    front = await serveFront((request, response) => {
      request.principal = principal;
      request.route = 'a route';
      change(request, response);
      stored = storable(new PendingRequest('the key', request, response, () => undefined), body, NOW);
      response.end();
    });
    await front.ask();
    return stored;
  }

  it('is all that every such request is answered with, and nothing of one alone', async () => {
    const stored = await storedOf('a body', (_, response) => {
      for (const [name, value] of Object.entries({
        'content-type': 'text/plain',
        ETag: '"a"',
        'X-Request-Id': 'mine',
        'X-RateLimit-Remaining': '7',
        Connection: 'close',
        Vary: ['Accept-Encoding', 'Origin'],
      }))
        response.setHeader(name, value);
    });
    expect(stored).toEqual({
      body: 'a body',
      headers: [
        ['Content-Type', 'text/plain'],
        ['ETag', '"a"'],
        ['Vary', ['Accept-Encoding', 'Origin']],
      ],
      route: 'a route',
      principal,
      isRateLimited: false,
      storedAt: NOW.getTime(),
      bytes: expect.any(Number) as number,
    });
  });

  it('says whether the request was counted', async () => {
    const rate = { isAllowed: true } as unknown as NonNullable<ApiRequest['rate']>;
    expect((await storedOf('', (request) => (request.rate = rate)))?.isRateLimited).toBe(true);
  });

  it.each<[string, (request: ApiRequest, response: Response) => void]>([
    ['has another status', (_, response) => response.status(206)],
    ['has nobody who asks', (request) => (request.principal = undefined as never)],
    ['is counted by a limit of its route', (request) => (request.hasOwnLimit = true)],
  ])('is nothing where it %s', async (_, change) => {
    expect(await storedOf('a body', change)).toBeUndefined();
  });

  it.each([
    [Buffer.alloc(MAX_ANSWER_BYTES), true],
    [Buffer.alloc(MAX_ANSWER_BYTES + 1), false],
    ['ü'.repeat(MAX_ANSWER_BYTES / 2), true],
    [`${'ü'.repeat(MAX_ANSWER_BYTES / 2)}a`, false],
  ])('is at most 1 MiB: %#', async (body, isStored) => {
    expect((await storedOf(body)) !== undefined).toBe(isStored);
  });

  it('is bytes where the text is long, so that it is not copied for each who does not read it', async () => {
    const text = 'x'.repeat(16 * 1024);
    expect((await storedOf(text))?.body).toBe(text);
    await front!.close();
    expect((await storedOf(`${text}x`))?.body).toEqual(Buffer.from(`${text}x`));
  });

  it('counts what it takes in memory: two bytes a character where one is beyond Latin-1', async () => {
    const bytes: number[] = [];
    for (const body of ['', 'xy', 'ü€', Buffer.from('€')]) {
      bytes.push((await storedOf(body))?.bytes ?? 0);
      await front!.close();
    }
    front = undefined;
    const [none] = bytes as [number];
    expect(bytes.map((count) => count - none)).toEqual([0, 2, 4, 3]);
    expect(none).toBe('the key'.length + '[]'.length + 512);
  });
});
