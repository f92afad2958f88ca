import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { sharedApp } from '../support/shared-app';

const MEBIBYTE = 1024 * 1024;
const PATH = '/api/v1/relayers/relayer-1';
const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

onEachDatabase('Request bodies', (create) => {
  const service = sharedApp(create);
  let before: string;

  beforeAll(async () => {
    await service.add('signers', aSigner());
    await service.add('notifications', aNotification());
    await service.add('relayers', aRelayer());
    before = (await service.call('GET', PATH)).text;
  });
  afterEach(async () => {
    expect((await service.call('GET', PATH)).text).toBe(before);
  });

  /** A PATCH whose body and headers are sent as they are. */
  const send = async (body: string | Uint8Array<ArrayBuffer> | undefined, headers: Record<string, string>) => {
    const response = await fetch(service.app.url + PATH, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${API_KEY}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, json: (await response.json()) as { message: string; errors?: unknown } };
  };
  const json = { 'content-type': 'application/json' };

  it.each([
    ['no JSON', '{name}', 'must be valid JSON'],
    ['JSON that ends too early', '{"name":"x"', 'must be valid JSON'],
    ['JSON with something behind it', '{} {}', 'must be valid JSON'],
    ['a trailing comma', '{"name":"x",}', 'must be valid JSON'],
    ['a comment', '{} // x', 'must be valid JSON'],
    ['single quotes', "{'name':'x'}", 'must be valid JSON'],
    ['NaN', '{"policies":{"min_balance":NaN}}', 'must be valid JSON'],
    ['a number with a leading zero', '{"policies":{"min_balance":01}}', 'must be valid JSON'],
    ['a bare control character', '{"name":"a\u0001"}', 'must be valid JSON'],
    ['blanks', '   ', 'is required'],
    ['a list', '[]', 'must be an object'],
    ['null', 'null', 'must be an object'],
    ['a text', '"name"', 'must be an object'],
    ['a number', '7', 'must be an object'],
    ['a name twice', '{"name":"a","name":"b"}', 'must not give a name twice'],
    ['a name twice, once escaped', '{"name":"a","\\u006eame":"b"}', 'must not give "name" twice'],
    ['a name twice, further down', '{"policies":{"min_balance":1,"min_balance":2}}', 'must not give a name twice'],
    ['__proto__', '{"__proto__":{"name":"x"}}', 'must not use the name "__proto__"'],
    ['__proto__, escaped', '{"\\u005f_proto__":{"paused":true}}', 'must not use the name "__proto__"'],
    ['__proto__, further down', '{"policies":{"__proto__":{"min_balance":1}}}', 'must not use the name "__proto__"'],
    ['constructor', '{"constructor":{"prototype":{}}}', 'must not use the name "constructor"'],
    ['NUL in a text', '{"name":"a\\u0000b"}', 'must not contain NUL or lone surrogates'],
    ['a lone surrogate', '{"name":"\\ud800"}', 'must not contain NUL or lone surrogates'],
    ['a lone surrogate in a name', '{"\\udfff":1}', 'must not contain NUL or lone surrogates'],
    ['33 levels', nested(33), 'must not be nested over 32 levels'],
    ['100,000 levels of lists', '['.repeat(100_000), 'must not be nested over 32 levels'],
  ])('refuse %s', async (_, body, message) => {
    expect(await send(body, json)).toEqual({
      status: 400,
      json: { success: false, data: null, message: 'Bad Request', errors: [{ path: 'body', message }] },
    });
  });

  it('refuse bytes that are not UTF-8', async () => {
    const { status, json: answer } = await send(Uint8Array.from(Buffer.from('{"name":"\xff\xfe"}', 'latin1')), json);

    expect(status).toBe(400);
    expect(answer.errors).toEqual([{ path: 'body', message: 'must be valid UTF-8' }]);
  });

  it('may be nested 32 levels', async () => {
    const { status, json: answer } = await send(nested(32), json);

    expect(status).toBe(400);
    expect(answer.errors).toEqual([{ path: 'a', message: 'is not a known field' }]);
  });

  it.each([
    ['plain text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['XML', 'application/xml'],
    ['a JSON patch', 'application/json-patch+json'],
    ['JSON in another encoding', 'application/json; charset=utf-16'],
    ['JSON in Latin-1', 'application/json; charset="iso-8859-1"'],
    ['a type that only begins like JSON', 'application/jsonp'],
    ['several types', 'application/json, text/plain'],
  ])('refuse %s', async (_, type) => {
    const { status, json: answer } = await send('{"name":"changed"}', { 'content-type': type });

    expect(status).toBe(400);
    expect(answer).toEqual({
      success: false,
      data: null,
      message: 'Bad Request',
      errors: [{ path: 'Content-Type', message: 'must be application/json or application/merge-patch+json, in UTF-8' }],
    });
  });

  it('need a content type, and a body', async () => {
    expect((await send(undefined, {})).json.errors).toEqual([
      { path: 'Content-Type', message: 'must be application/json or application/merge-patch+json, in UTF-8' },
    ]);
    expect((await send(undefined, json)).json.errors).toEqual([{ path: 'body', message: 'is required' }]);
    expect((await send('', json)).json.errors).toEqual([{ path: 'body', message: 'is required' }]);
  });

  it.each([
    'application/json',
    'application/merge-patch+json',
    'Application/JSON; Charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; charset=utf-8; boundary=x',
  ])('may be %s on PATCH', async (type) => {
    expect((await send('{}', { 'content-type': type })).status).toBe(200);
  });

  it('may not be a merge patch on POST', async () => {
    const { status, json: answer } = await service.call('POST', '/api/v1/notifications', aNotification({ id: 'b' }), {
      'content-type': 'application/merge-patch+json',
    });

    expect(status).toBe(400);
    expect(answer.errors).toEqual([{ path: 'Content-Type', message: 'must be application/json, in UTF-8' }]);
  });

  it('over 1 MiB are a 413', async () => {
    const body = (bytes: number): string => `{"name":"${'x'.repeat(bytes - 11)}"}`;

    expect((await send(body(MEBIBYTE), json)).json.errors).toEqual([
      { path: 'name', message: 'must be a string of 1 to 255 characters' },
    ]);
    expect(await send(body(MEBIBYTE + 1), json)).toEqual({
      status: 413,
      json: { success: false, data: null, message: 'Bad Request' },
    });
  });

  it('are measured after decompression', async () => {
    const small = gzipSync('{"paused":false}');
    const bomb = gzipSync(Buffer.alloc(50 * MEBIBYTE, ' '));
    const zipped = { ...json, 'content-encoding': 'gzip' };

    expect((await send(Uint8Array.from(small), zipped)).status).toBe(200);
    expect((await send(Uint8Array.from(bomb), zipped)).status).toBe(413);
    expect((await send(Uint8Array.from(small.subarray(0, 12)), zipped)).status).toBe(400);
    expect((await send('{}', { ...json, 'content-encoding': 'unheard-of' })).status).toBe(400);
  });

  it('are checked before the existence of the record', async () => {
    expect((await service.call('PATCH', '/api/v1/relayers/nobody', '{')).status).toBe(400);
    expect((await service.call('PATCH', '/api/v1/relayers/nobody', { name: '' })).status).toBe(400);
    expect((await service.call('PATCH', '/api/v1/notifications/nobody', { url: 1 })).status).toBe(400);
    expect((await service.call('PATCH', '/api/v1/relayers/nobody', { name: 'x' })).status).toBe(404);
  });

  it('are not read where a route takes none', async () => {
    const requests = request(service.app.url);
    const read = await requests.get(PATH).auth(API_KEY, { type: 'bearer' }).send('{{{');
    const deleted = await requests.delete('/api/v1/signers/nobody').auth(API_KEY, { type: 'bearer' }).send('{{{');

    expect([read.status, deleted.status]).toEqual([200, 404]);
  });
});
