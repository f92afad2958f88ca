import { databases } from '../support/databases';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { API_KEY, type Reply } from '../support/open-app';
import { sharedApp } from '../support/shared-app';

const create = databases[0]!.create;
const limits = ({ headers }: Reply): unknown[] =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'].map((name) => headers.get(name));

describe('The rate limit', () => {
  const clock = new FixedClock();
  const service = sharedApp(create, {
    settings: { rateLimit: { perSecond: 2, burst: 4 } },
    extensions: [FixedClockModule.with(clock)],
  });
  const list = (headers?: Record<string, string>): Promise<Reply> =>
    service.call('GET', '/api/v1/relayers', undefined, headers);
  const spend = async (requests: number): Promise<void> => {
    for (let count = 0; count < requests; count++) await list();
  };

  beforeEach(() => clock.advance(60_000));

  it('tells with every limited answer what the limit is, what remains and when it is whole again', async () => {
    expect(limits(await list())).toEqual(['4', '3', '1', null]);
    expect(limits(await list())).toEqual(['4', '2', '1', null]);
    expect(limits(await list())).toEqual(['4', '1', '2', null]);
    expect(limits(await list())).toEqual(['4', '0', '2', null]);
  });

  it('answers the request after the burst with a 429', async () => {
    await spend(4);
    const reply = await list();

    expect(reply.status).toBe(429);
    expect(reply.json).toEqual({ success: false, data: null, message: 'Too Many Requests' });
    expect(limits(reply)).toEqual(['4', '0', '2', '1']);
  });

  it('serves again after the time that Retry-After tells, at the rate that was set', async () => {
    await spend(5);
    clock.advance(1_000);

    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([200, 200, 429]);
  });

  it('does not charge for what it refuses', async () => {
    await spend(20);
    clock.advance(500);

    expect((await list()).status).toBe(200);
  });

  it('is one budget for all relayer routes', async () => {
    await service.call('POST', '/api/v1/relayers', {});
    await service.call('GET', '/api/v1/relayers/nobody');
    await service.call('PATCH', '/api/v1/relayers/nobody', {});
    await service.call('DELETE', '/api/v1/relayers/nobody');

    for (const [method, path] of [
      ['GET', '/api/v1/relayers'],
      ['GET', '/api/v1/relayers/nobody'],
      ['PATCH', '/api/v1/relayers/nobody'],
      ['DELETE', '/api/v1/relayers/nobody'],
      ['POST', '/api/v1/relayers'],
    ] as const) {
      expect((await service.call(method, path)).status).toBe(429);
    }
  });

  it('comes before the shape of the request: what is refused is not read', async () => {
    await spend(4);

    expect((await service.call('PATCH', '/api/v1/relayers/nobody', '{{{')).status).toBe(429);
  });

  it.each([
    ['POST', 'signers'],
    ['DELETE', 'signers/nobody'],
    ['POST', 'notifications'],
    ['PATCH', 'notifications/nobody'],
    ['DELETE', 'notifications/nobody'],
    ['POST', 'notifications/nobody/test'],
    ['POST', 'deliveries/nobody/replay'],
    ['POST', 'tokens'],
    ['POST', 'tokens/nobody/rotate'],
    ['DELETE', 'tokens/nobody'],
    ['POST', 'configuration/apply'],
  ])('is the same budget for %s %s, and every other route that writes', async (method, path) => {
    await spend(4);
    const reply = await service.call(method, `/api/v1/${path}`, method === 'DELETE' ? undefined : {});

    expect([reply.status, ...limits(reply)]).toEqual([429, '4', '0', '2', '1']);
  });

  it('leaves reading of others than relayers alone, and of whole configurations', async () => {
    await spend(5);
    const replies = [
      await service.call('GET', '/api/v1/signers'),
      await service.call('GET', '/api/v1/notifications'),
      await service.call('GET', '/api/v1/tokens'),
      await service.call('POST', '/api/v1/configuration/validate', {}),
      await service.call('GET', '/api/v1/health'),
    ];

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(replies.flatMap(limits)).toEqual(Array.from({ length: 20 }, () => null));
  });

  it('is a budget for each token', async () => {
    const { token: other } = await service.add('tokens', { name: 'other', permissions: ['*'] });
    await spend(5);
    const reply = await list({ authorization: `Bearer ${String(other)}` });

    expect(reply.status).toBe(200);
    expect(limits(reply)).toEqual(['4', '3', '1', null]);
  });

  it("answers a bad token with a 401, which costs nobody's budget", async () => {
    for (let count = 0; count < 10; count++) {
      expect((await list({ authorization: `Bearer ${API_KEY}x` })).status).toBe(401);
    }

    expect(limits(await list())).toEqual(['4', '3', '1', null]);
  });
});

describe('The rate limit at rate 0', () => {
  const service = sharedApp(create, { settings: { rateLimit: { perSecond: 0, burst: 1 } } });

  it('is off', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => service.call('GET', '/api/v1/relayers')));

    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(limits(replies[0]!)).toEqual([null, null, null, null]);
  });
});
