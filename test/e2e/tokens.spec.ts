import { asToken, callerWith } from '../support/as-token';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { type OpenApp, openApp } from '../support/open-app';
import { sharedApp } from '../support/shared-app';

const TOKENS = '/api/v1/tokens';
const RELAYERS = '/api/v1/relayers';
const INVALID = 'Bearer realm="relayer-management", error="invalid_token"';
const UNKNOWN = 'A'.repeat(16);

onEachDatabase('/api/v1/tokens', (create) => {
  const clock = new FixedClock();
  let database: TestDatabase;
  const service = sharedApp(async () => (database = await create()), { extensions: [FixedClockModule.with(clock)] });

  it('issues a token, whose text is in this answer and in no other, nor in the log', async () => {
    const reply = await service.call('POST', TOKENS, {
      name: 'pipeline',
      permissions: ['relayers:read', 'signers:read', 'relayers:read'],
      relayers: ['a', 'b'],
      expires_at: '2030-01-02T01:00:00+01:00',
    });
    const { id, token, ...rest } = reply.json.data as Record<string, string>;
    expect(reply.status).toBe(201);
    expect(reply.headers.get('location')).toBe(`${TOKENS}/${id!}`);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(token).toMatch(new RegExp(`^rms_${id!}_[A-Za-z0-9_-]{43}_[0-9a-f]{8}$`));
    expect(rest).toEqual({
      name: 'pipeline',
      permissions: ['relayers:read', 'signers:read'],
      relayers: ['a', 'b'],
      created_at: '2030-01-01T00:00:00.000Z',
      expires_at: '2030-01-02T00:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    });
    expect(await service.read(`${TOKENS}/${id!}`)).toEqual({ id, ...rest });
    const secret = token!.split('_').slice(2, -1).join('_');
    expect((await service.call('GET', TOKENS)).text).not.toContain(secret);
    expect(service.app.logged.join('')).not.toContain(secret);
  });

  it('issues a token without an end, and for all relayers, where nothing is said', async () => {
    const nothing = { relayers: null, expires_at: null };
    for (const given of [{}, nothing]) {
      expect(await service.add('tokens', { name: 'plain', permissions: ['*'], ...given })).toMatchObject(nothing);
    }
  });

  it.each([
    [{}, ['name is required', 'permissions is required']],
    [{ name: '', permissions: [] }, ['name must be', 'permissions must be a list of 1 to']],
    [{ name: 'a', permissions: ['relayers:read', 'all'] }, ['permissions[1] must be one of relayers:read, ']],
    [{ name: 'a', permissions: '*' }, ['permissions must be a list']],
    [{ name: 'a', permissions: ['*'], relayers: [] }, ['relayers must be a list of 1 to 100 items']],
    [{ name: 'a', permissions: ['*'], relayers: ['a', 'b c', 7] }, ['relayers[1] must be', 'relayers[2] must be']],
    [{ name: 'a', permissions: ['*'], expires_at: '2031-02-30T00:00:00Z' }, ['expires_at must be an instant']],
    [{ name: 'a', permissions: ['*'], expires_at: 1924992000 }, ['expires_at must be an instant']],
    [{ name: 'a', permissions: ['*'], expires_at: '2030-01-01T00:00:00Z' }, ['expires_at must be in the future']],
    [{ name: 'a', permissions: ['*'], id: 'x', token: 'y' }, ['id is not a known field', 'token is not a known field']],
    [[], [' must be an object']],
  ])('refuses %j, and names every fault', async (body, rules) => {
    const before = (await service.call('GET', TOKENS)).json.pagination?.total_items;
    const { status, json } = await service.call('POST', TOKENS, body);
    expect({ status, message: json.message }).toEqual({ status: 400, message: 'Bad Request' });
    const faults = json.errors!.map(({ path, message }) => `${path} ${message}`);
    expect(faults).toEqual(rules.map((rule): unknown => expect.stringContaining(rule)));
    expect((await service.call('GET', TOKENS)).json.pagination?.total_items).toBe(before);
  });

  it('lists tokens page by page, oldest first, revoked ones too', async () => {
    const before = (await service.call('GET', TOKENS)).json.pagination!.total_items;
    const first = await asToken(service, { name: 'first' });
    const second = await asToken(service, { name: 'second' });
    await service.call('DELETE', `${TOKENS}/${first.id}`);
    const { json } = await service.call('GET', `${TOKENS}?per_page=2&page=${String(Math.ceil((before + 2) / 2))}`);
    expect(json.pagination).toMatchObject({ per_page: 2, total_items: before + 2 });
    const all = (await service.call('GET', `${TOKENS}?per_page=1000`)).json.data as { id: string }[];
    expect(all.slice(-2)).toMatchObject([
      { id: first.id, revoked_at: clock.now().toISOString() },
      { id: second.id, revoked_at: null },
    ]);
    expect((await service.call('GET', `${TOKENS}?page=-1`)).status).toBe(400);
  });

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
  ])('%s {id}%s answers 404 for an unknown token', async (method, path) => {
    const reply = await service.call(method, `${TOKENS}/${UNKNOWN}${path}`);
    expect(reply).toMatchObject({ status: 404, json: { message: `Token with ID ${UNKNOWN} not found` } });
  });

  it('ends a token at once, in every process, and for good', async () => {
    const other: OpenApp = await openApp({ database });
    try {
      const caller = await asToken(service);
      const there = () => other.call('GET', RELAYERS, undefined, { authorization: `Bearer ${caller.token}` });
      expect((await there()).status).toBe(200);
      expect((await caller.call('GET', RELAYERS)).status).toBe(200);
      const ended = await service.call('DELETE', `${TOKENS}/${caller.id}`);
      expect(ended).toMatchObject({ status: 200, json: { data: 'Token revoked successfully' } });
      for (const reply of [await there(), await caller.call('GET', RELAYERS)]) {
        expect(reply.status).toBe(401);
        expect(reply.headers.get('www-authenticate')).toBe(INVALID);
        expect(reply.json).toEqual({ success: false, data: null, message: 'Unauthorized' });
      }
      const { headers } = await service.call('GET', `${TOKENS}/${caller.id}`);
      expect((await service.call('DELETE', `${TOKENS}/${caller.id}`)).status).toBe(200);
      expect((await service.call('GET', `${TOKENS}/${caller.id}`)).headers.get('etag')).toBe(headers.get('etag'));
      expect((await service.call('POST', `${TOKENS}/${caller.id}/rotate`)).json.message).toBe(
        `Token with ID ${caller.id} is revoked`,
      );
    } finally {
      await other.close();
    }
  });

  it('gives a token another text, and the one before is worth nothing', async () => {
    const caller = await asToken(service, { name: 'rotated' });
    const reply = await service.call('POST', `${TOKENS}/${caller.id}/rotate`);
    const { token, ...rest } = reply.json.data as { token: string };
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(rest).toMatchObject({ id: caller.id, name: 'rotated' });
    expect((await caller.call('GET', RELAYERS)).status).toBe(401);
    expect((await callerWith(service, caller.id, token).call('GET', RELAYERS)).status).toBe(200);
  });

  it('lets a token renew and end itself', async () => {
    const caller = await asToken(service, { permissions: ['tokens:write'], expires_at: '2031-01-01T00:00:00Z' });
    const { json } = await caller.call('POST', `${TOKENS}/${caller.id}/rotate`);
    const renewed = callerWith(service, caller.id, (json.data as { token: string }).token);
    expect((await renewed.call('DELETE', `${TOKENS}/${caller.id}`)).status).toBe(200);
    expect((await renewed.call('DELETE', `${TOKENS}/${caller.id}`)).status).toBe(401);
  });

  it('refuses a token from the instant of its expiry on', async () => {
    const expires_at = new Date(clock.now().getTime() + 1000).toISOString();
    const caller = await asToken(service, { expires_at });
    clock.advance(999);
    expect((await caller.call('GET', RELAYERS)).status).toBe(200);
    clock.advance(1);
    const reply = await caller.call('GET', RELAYERS);
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe(INVALID);
  });

  it('shows the last use, and a use is no change that a precondition minds', async () => {
    const caller = await asToken(service);
    const path = `${TOKENS}/${caller.id}`;
    const unused = (await service.call('GET', path)).headers.get('etag')!;
    await caller.call('GET', RELAYERS);
    const used = await until(
      () => service.call('GET', path),
      ({ json }) => (json.data as { last_used_at: string | null }).last_used_at === clock.now().toISOString(),
    );
    expect(used.headers.get('etag')).not.toBe(unused);
    expect((await service.call('DELETE', path, undefined, { 'if-match': '"0.1"' })).status).toBe(412);
    expect((await service.call('POST', `${path}/rotate`, undefined, { 'if-match': unused })).status).toBe(200);
    expect((await service.call('DELETE', path, undefined, { 'if-match': unused })).status).toBe(412);
    const rotated = (await service.call('GET', path)).headers.get('etag')!;
    expect((await service.call('DELETE', path, undefined, { 'if-match': rotated })).status).toBe(200);
  });

  it('gives no more permissions than the caller has', async () => {
    const caller = await asToken(service, { permissions: ['tokens:write', 'relayers:read'] });
    const more = await caller.call('POST', TOKENS, {
      name: 'more',
      permissions: ['relayers:read', 'relayers:write', '*'],
    });
    const message = 'must be a permission of the caller, whose are tokens:write, relayers:read';
    expect(more.status).toBe(400);
    expect(more.json.errors).toEqual([
      { path: 'permissions[1]', message },
      { path: 'permissions[2]', message },
    ]);
    const powerful = await asToken(service);
    for (const [method, path] of [
      ['POST', `/${powerful.id}/rotate`],
      ['DELETE', `/${powerful.id}`],
    ] as const) {
      const reply = await caller.call(method, TOKENS + path);
      expect(reply).toMatchObject({ status: 403, json: { success: false, data: null, message: 'Forbidden' } });
    }
    expect((await powerful.call('GET', RELAYERS)).status).toBe(200);
    const less = await caller.call('POST', TOKENS, { name: 'less', permissions: ['relayers:read'] });
    expect(less.status).toBe(201);
  });

  it('gives no longer life than the caller has', async () => {
    const caller = await asToken(service, { expires_at: '2031-01-01T00:00:00.000Z' });
    const message = "must not be after 2031-01-01T00:00:00.000Z, when the caller's own token expires";
    for (const expires_at of [undefined, '2031-01-01T00:00:00.001Z']) {
      const reply = await caller.call('POST', TOKENS, { name: 'longer', permissions: ['*'], expires_at });
      expect(reply).toMatchObject({ status: 400, json: { errors: [{ path: 'expires_at', message }] } });
    }
    const same = { name: 'as long', permissions: ['*'], expires_at: '2031-01-01T00:00:00.000Z' };
    expect((await caller.call('POST', TOKENS, same)).status).toBe(201);
  });

  it.each([
    ['GET', '', 'tokens:read'],
    ['GET', `/${UNKNOWN}`, 'tokens:read'],
    ['POST', '', 'tokens:write'],
    ['POST', `/${UNKNOWN}/rotate`, 'tokens:write'],
    ['DELETE', `/${UNKNOWN}`, 'tokens:write'],
  ])('%s %s is for %s', async (method, path, permission) => {
    const other = permission === 'tokens:read' ? 'tokens:write' : 'tokens:read';
    const without = await asToken(service, { permissions: ['relayers:read', 'relayers:write', other] });
    const refused = await without.call(method, TOKENS + path, method === 'POST' ? {} : undefined);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toContain(`scope="${permission}"`);
    const caller = await asToken(service, { permissions: [permission] });
    expect([200, 400, 404]).toContain(
      (await caller.call(method, TOKENS + path, method === 'POST' ? {} : undefined)).status,
    );
  });
});

/** Asks again until the answer is the one that is awaited; fails after five seconds. */
async function until<T>(ask: () => Promise<T>, isAwaited: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const answer = await ask();
    if (isAwaited(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`Never came: ${JSON.stringify(answer)}`);
  }
}
