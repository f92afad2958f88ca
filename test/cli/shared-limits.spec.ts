import { type BuiltService, builtEntryPoint, endAll, freePort, startBuiltService } from '../support/built-service';
import { eventually } from '../support/eventually';
import { RedisServer, whereRedisIs } from '../support/redis-server';
import { scratchFolder } from '../support/scratch';

const API_KEY = 'a-full-access-token-of-enough-characters';
const PASSWORD = 'a-password-that-nobody-may-see';
const BURST = 100;

const folder = scratchFolder();

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

/** One more request comes back every second. */
const start = (REDIS_URL: string): Promise<BuiltService> =>
  startBuiltService(folder(), {
    API_KEY,
    REDIS_URL,
    RATE_LIMIT_REQUESTS_PER_SECOND: '1',
    RATE_LIMIT_BURST_SIZE: String(BURST),
  });

async function statusOf({ baseUrl }: BuiltService): Promise<number> {
  const headers = { authorization: `Bearer ${API_KEY}` };
  const response = await fetch(`${baseUrl}/api/v1/relayers/nobody`, { headers });
  await response.arrayBuffer();
  return response.status;
}

/** The statuses of that many requests to the services in turn, ten at a time, and the seconds that they took. */
async function ask(services: readonly BuiltService[], requests: number) {
  const statuses: number[] = [];
  const from = performance.now();
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent < requests) statuses.push(await statusOf(services[sent++ % services.length]!));
  };
  await Promise.all(Array.from({ length: 10 }, sender));
  return { statuses, seconds: (performance.now() - from) / 1000 };
}

const served = (statuses: readonly number[]): number => statuses.filter((status) => status === 404).length;
const linesOf = (service: BuiltService, message: string): number => service.printed().split(message).length - 1;

it('serves without the Redis that it is to have, and warns of it without the password', async () => {
  const service = await start(`redis://user:${PASSWORD}@127.0.0.1:${String(await freePort())}`);
  const { statuses, seconds } = await ask([service], BURST + 20);
  expect(served(statuses)).toBeGreaterThanOrEqual(BURST);
  expect(served(statuses)).toBeLessThanOrEqual(BURST + Math.floor(seconds) + 1);
  expect(await service.stop()).toBe(0);
  expect(linesOf(service, 'Redis does not answer')).toBe(1);
  expect(service.printed()).not.toContain(PASSWORD);
});

whereRedisIs('Two instances that share a Redis', () => {
  let redis: RedisServer;

  beforeEach(async () => {
    redis = await RedisServer.start();
  });
  afterEach(() => redis.kill());

  it('serve together as many requests as the limit, not one more', async () => {
    let services: BuiltService[] = [];
    let asked = { statuses: [] as number[], seconds: 0 };
    // A machine that stops for longer than they wait for Redis lets them count apart, which is another test.
    for (let attempt = 0, isShared = false; attempt < 3 && !isShared; attempt++) {
      for (const service of services) await service.stop();
      await redis.kill();
      await redis.start();
      services = [await start(redis.url), await start(redis.url)];
      asked = await ask(services, 3 * BURST);
      isShared = services.every((service) => linesOf(service, 'Redis does not answer') === 0);
    }
    const { statuses, seconds } = asked;
    expect(served(statuses)).toBeGreaterThanOrEqual(BURST);
    expect(served(statuses)).toBeLessThanOrEqual(BURST + Math.floor(seconds));
    expect(statuses.filter((status) => status === 429)).toHaveLength(3 * BURST - served(statuses));
    for (const service of services) expect(await service.stop()).toBe(0);
  });

  it.each([
    ['killed', (server: RedisServer) => server.kill(), (server: RedisServer) => server.start()],
    ['frozen', async (server: RedisServer) => server.freeze(), async (server: RedisServer) => server.thaw()],
  ])('serve while it is %s, each by its own count, and share again after it', async (_, fail, recover) => {
    const services = [await start(redis.url), await start(redis.url)];
    expect((await ask(services, 3 * BURST)).statuses).toContain(429);
    await fail(redis);
    const { statuses } = await ask(services, BURST);
    expect(served(statuses)).toBe(BURST);
    await recover(redis);
    for (const service of services) {
      await eventually(async () => {
        await statusOf(service);
        expect(linesOf(service, 'Redis answers again')).toBeGreaterThan(0);
      });
    }
    for (const service of services) expect(await service.stop()).toBe(0);
    // A busy machine may lose it once more: each loss is told once, and each return.
    for (const service of services) {
      const returns = linesOf(service, 'Redis answers again');
      expect([returns, returns + 1]).toContain(linesOf(service, 'Redis does not answer'));
    }
  });
});
