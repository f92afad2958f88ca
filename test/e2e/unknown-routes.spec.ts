import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { asToken } from '../support/as-token';
import { databases } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const list = 'GET, HEAD, POST';
const patchable = 'GET, HEAD, PATCH, DELETE';

describe('Routes', () => {
  const service = sharedApp(databases[0]!.create);

  beforeAll(async () => {
    await service.add('signers', aSigner());
    await service.add('notifications', aNotification());
    await service.add('relayers', aRelayer());
  });

  it.each([
    '/nothing',
    '/api',
    '/api/v1',
    '/api/v2/relayers',
    '/api/v1/nothing',
    '/api/v1/relayers/relayer-1/nothing',
    '/api/v1//relayers',
    '/api/v1/relayers//',
    '/api/v1/RELAYERS',
    '/API/v1/relayers',
    '/api/V1/relayers',
    '/api/v1/relayers.json',
    '/api/v1/%72elayers/x/y',
  ])('there is none at %s', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers, json } = await service.call(method, path);

      expect([method, status]).toEqual([method, 404]);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.has('allow')).toBe(false);
      expect(json).toEqual({ success: false, data: null, message: 'Not Found' });
    }
  });

  it.each([
    ['/api/v1/relayers', ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], list],
    ['/api/v1/notifications', ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], list],
    ['/api/v1/signers', ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], list],
    ['/api/v1/relayers/relayer-1', ['POST', 'PUT', 'OPTIONS', 'PROPFIND'], patchable],
    ['/api/v1/notifications/notification-1', ['POST', 'PUT', 'OPTIONS'], patchable],
    ['/api/v1/signers/signer-1', ['POST', 'PUT', 'PATCH', 'OPTIONS'], 'GET, HEAD, DELETE'],
    ['/api/v1/signers/nobody', ['PATCH'], 'GET, HEAD, DELETE'],
    ['/api/v1/health', ['POST', 'OPTIONS'], 'GET, HEAD'],
    ['/api/v1/ready', ['DELETE'], 'GET, HEAD'],
  ])('%s does not have the methods %j', async (path, methods, allow) => {
    for (const method of methods) {
      const { status, headers, json } = await service.call(method, path, method === 'OPTIONS' ? undefined : {});

      expect([method, status]).toEqual([method, 405]);
      expect(headers.get('allow')).toBe(allow);
      expect(json).toEqual({ success: false, data: null, message: 'Method Not Allowed' });
    }
  });

  it('accept one slash at the end, as the reference does', async () => {
    const plain = await service.call('GET', '/api/v1/relayers/relayer-1');
    const slashed = await service.call('GET', '/api/v1/relayers/relayer-1/');

    expect(slashed.status).toBe(200);
    expect(slashed.text).toBe(plain.text);
    expect((await service.call('GET', '/api/v1/signers/')).status).toBe(200);
  });

  it.each(['//', '///'])('are the same after %s, which a base URL that ends with a slash makes', async (slashes) => {
    for (const path of ['relayers/relayer-1', 'relayers?per_page=1', 'health']) {
      const [plain, merged] = [`/api/v1/${path}`, `${slashes}api/v1/${path}`];
      const replies = [await service.call('GET', plain), await service.call('GET', merged)];
      expect(replies[1]).toMatchObject({ status: 200, text: replies[0]!.text });
      expect(replies[1]!.headers.get('link')).toBe(replies[0]!.headers.get('link'));
    }
    expect((await service.call('GET', `${slashes}metrics`)).status).toBe(404);
    expect((await service.call('GET', `${slashes}api/v1/relayers`, undefined, { authorization: '' })).status).toBe(401);
  });

  it.each([
    ['GET', ['status', 'balance', 'transactions', 'transactions/', 'transactions/one', 'transactions/by-nonce/7']],
    ['POST', ['transactions', 'transactions/sponsored/quote', 'transactions/sponsored/build']],
    ['POST', ['sign', 'sign-transaction', 'sign-typed-data', 'rpc']],
    ['PUT', ['transactions/one']],
    ['DELETE', ['transactions/one', 'transactions/pending']],
  ])('say for %s %j that a relayer process does that', async (method, paths) => {
    const reader = await asToken(service, { permissions: ['relayers:read'] });
    for (const path of paths) {
      const request = [method, `/api/v1/relayers/relayer-1/${path}`] as const;
      const { status, json } = await service.call(...request, method === 'GET' ? undefined : {});
      expect([path, status]).toEqual([path, 501]);
      const message = expect.stringMatching(/^Not Implemented: .* by a relayer process, ask it there/);
      expect(json).toEqual({ success: false, data: null, message });
      expect((await reader.call(...request)).status).toBe(method === 'GET' ? 501 : 403);
      expect((await service.call('PATCH', request[1], {})).status).toBe(405);
    }
  });

  it('know one spelling of an id only', async () => {
    expect((await service.call('GET', '/api/v1/relayers/RELAYER-1')).status).toBe(404);
    expect((await service.call('GET', '/api/v1/relayers/relayer%2D1')).status).toBe(200);
  });

  it.each(['%', '%E0%A4%A', '%ED%A0%80', '%FF'])('refuse the path parameter %s, which is no text', async (id) => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, json } = await service.call(
        method,
        `/api/v1/relayers/${id}`,
        method === 'PATCH' ? {} : undefined,
      );

      expect(status).toBe(400);
      expect(json).toEqual({ success: false, data: null, message: 'Bad Request' });
    }
  });

  it.each([
    '/api/v1/relayers',
    '/api/v1/relayers/relayer-1',
    '/api/v1/signers',
    '/api/v1/notifications/notification-1',
  ])('answer HEAD %s like GET, without the body', async (path) => {
    const [get, head] = [await service.call('GET', path), await service.call('HEAD', path)];

    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'link']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  it('answer HEAD of what there is not with the status alone', async () => {
    const { status, text } = await service.call('HEAD', '/api/v1/relayers/nobody');

    expect([status, text]).toEqual([404, '']);
  });

  it('say health and readiness without an envelope', async () => {
    const health = await service.call('GET', '/api/v1/health');
    const ready = await service.call('GET', '/api/v1/ready');

    expect([health.status, health.text]).toEqual([200, 'OK']);
    expect(ready.json).toMatchObject({
      ready: true,
      status: 'healthy',
      components: { database: { status: 'healthy' } },
    });
  });
});
