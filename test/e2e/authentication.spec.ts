import { onEachDatabase } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { sharedApp } from '../support/shared-app';

const CHALLENGE = 'Bearer realm="relayer-management"';
const INVALID = `${CHALLENGE}, error="invalid_token"`;
const UNAUTHORIZED = { success: false, data: null, message: 'Unauthorized' };

onEachDatabase('Authentication', (create) => {
  const service = sharedApp(create);
  const without = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    fetch(service.app.url + path, { method, headers, ...(body === undefined ? {} : { body }) });

  it.each([
    ['GET', '/api/v1/relayers'],
    ['POST', '/api/v1/relayers'],
    ['GET', '/api/v1/relayers/any'],
    ['PATCH', '/api/v1/relayers/any'],
    ['DELETE', '/api/v1/relayers/any'],
    ['GET', '/api/v1/notifications'],
    ['POST', '/api/v1/notifications'],
    ['GET', '/api/v1/notifications/any'],
    ['PATCH', '/api/v1/notifications/any'],
    ['DELETE', '/api/v1/notifications/any'],
    ['GET', '/api/v1/signers'],
    ['POST', '/api/v1/signers'],
    ['GET', '/api/v1/signers/any'],
    ['DELETE', '/api/v1/signers/any'],
    ['PATCH', '/api/v1/signers/any'],
    ['PUT', '/api/v1/relayers'],
    ['OPTIONS', '/api/v1/relayers'],
    ['GET', '/api/v1/nothing/here'],
  ])('%s %s needs a token, and tells nothing without one', async (method, path) => {
    const reply = await without(method, path);

    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe(CHALLENGE);
    expect(reply.headers.has('allow')).toBe(false);
    expect(await reply.json()).toEqual(UNAUTHORIZED);
  });

  it('answers HEAD without a token with the status alone', async () => {
    const reply = await without('HEAD', '/api/v1/relayers');

    expect(reply.status).toBe(401);
    expect(await reply.text()).toBe('');
  });

  it.each(['/api/v1/health', '/api/v1/ready'])('leaves %s open to everybody', async (path) => {
    expect((await without('GET', path)).status).toBe(200);
  });

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('takes the scheme as %s', async (scheme) => {
    expect((await without('GET', '/api/v1/relayers', { authorization: `${scheme} ${API_KEY}` })).status).toBe(200);
  });

  it.each(['  ', '    '])('takes "%s" between the scheme and the token, as RFC 6750 allows', async (spaces) => {
    expect((await without('GET', '/api/v1/relayers', { authorization: `Bearer${spaces}${API_KEY}` })).status).toBe(200);
  });

  it.each([
    ['the scheme alone', 'Bearer'],
    ['an unknown token', 'Bearer an-unknown-token-of-enough-characters'],
    ['a token with something behind it', `Bearer ${API_KEY} more`],
    ['part of a token', `Bearer ${API_KEY.slice(0, -1)}`],
    ['a longer token', `Bearer ${API_KEY}x`],
    ['a token in another case', `Bearer ${API_KEY.toUpperCase()}`],
    ['a quoted token', `Bearer "${API_KEY}"`],
    ['a very long token', `Bearer ${'x'.repeat(8000)}`],
    ['a token of the form of ours', `Bearer rms_${'a'.repeat(16)}_${'b'.repeat(43)}_00000000`],
    ['two tokens', `Bearer ${API_KEY}, Bearer ${API_KEY}`],
    ['the word undefined', 'Bearer undefined'],
  ])('refuses %s as an invalid token', async (_, authorization) => {
    const reply = await without('GET', '/api/v1/relayers', { authorization });

    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe(INVALID);
    expect(await reply.json()).toEqual(UNAUTHORIZED);
  });

  it.each([
    ['another scheme', `Basic ${API_KEY}`],
    ['a scheme that only begins alike', `Bearerer ${API_KEY}`],
    ['a token without a scheme', API_KEY],
    ['a scheme with a tab behind it', `Bearer\t${API_KEY}`],
  ])('refuses %s, and asks for a token', async (_, authorization) => {
    const reply = await without('GET', '/api/v1/relayers', { authorization });

    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe(CHALLENGE);
  });

  it('takes no token from the query', async () => {
    for (const name of ['access_token', 'token', 'authorization', 'api_key']) {
      expect((await without('GET', `/api/v1/relayers?${name}=${API_KEY}`)).status).toBe(401);
    }
  });

  it('takes no token from the body', async () => {
    const types = {
      'application/x-www-form-urlencoded': `access_token=${API_KEY}`,
      'application/json': JSON.stringify({ access_token: API_KEY }),
    };
    for (const [type, body] of Object.entries(types)) {
      expect((await without('POST', '/api/v1/relayers', { 'content-type': type }, body)).status).toBe(401);
    }
  });

  it('takes no token from a cookie or another header', async () => {
    for (const name of ['cookie', 'x-api-key', 'proxy-authorization', 'access-token']) {
      const value = name === 'cookie' ? `access_token=${API_KEY}` : `Bearer ${API_KEY}`;
      expect((await without('GET', '/api/v1/relayers', { [name]: value })).status).toBe(401);
    }
  });

  it('checks the token before the body, its type and the query', async () => {
    const malformed = await without('POST', '/api/v1/relayers', { 'content-type': 'text/plain' }, '{{{');
    const query = await without('GET', '/api/v1/relayers?page=-1');

    expect([malformed.status, query.status]).toEqual([401, 401]);
  });

  it('logs no token, neither a good nor a bad one', async () => {
    await service.call('GET', '/api/v1/relayers');
    await without('GET', '/api/v1/relayers?access_token=a-token-in-the-query', { authorization: 'Bearer a-bad-token' });

    const log = service.app.logged.join('\n');
    expect(log).toContain('/api/v1/relayers');
    expect(log).not.toContain(API_KEY);
    expect(log).not.toContain('a-bad-token');
    expect(log).not.toContain('a-token-in-the-query');
  });
});
