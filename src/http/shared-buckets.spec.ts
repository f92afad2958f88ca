import { Redis } from 'ioredis';
import { FixedClock } from '../../test/support/fixed-clock';
import { RedisServer, whereRedisIs } from '../../test/support/redis-server';
import { SecretValue } from '../kernel/secret';
import { RedisClient } from '../redis/redis-client';
import { SharedBuckets } from './shared-buckets';
import { TokenBuckets } from './token-buckets';

const BURST = 3;
/** So slow that nothing comes back while a test runs. */
const HOUR_MS = 3_600_000;

it('counts in the process while there is no Redis', async () => {
  const link = new RedisClient(new SecretValue('redis://127.0.0.1:9'), 'test:');
  const own = new TokenBuckets(new FixedClock());
  const shared = new SharedBuckets(link, own);
  const outcomes = [await shared.increment('one', HOUR_MS, 1), await shared.increment('one', HOUR_MS, 1)];
  expect(outcomes.map(({ isBlocked }) => isBlocked)).toEqual([false, true]);
  expect([own.allowed, own.refused, shared.allowed, shared.refused]).toEqual([1, 1, 0, 0]);
});

whereRedisIs(SharedBuckets.name, () => {
  let server: RedisServer;
  let redis: Redis;
  const links: RedisClient[] = [];

  const instance = async (prefix = 'test:'): Promise<SharedBuckets> => {
    const link = new RedisClient(new SecretValue(server.url), prefix);
    links.push(link);
    await link.open();
    return new SharedBuckets(link, new TokenBuckets(new FixedClock()));
  };

  beforeAll(async () => {
    server = await RedisServer.start();
    redis = new Redis(server.url);
  });
  afterEach(async () => {
    for (const link of links.splice(0)) link.close();
    await redis.flushall();
  });
  afterAll(async () => {
    redis.disconnect();
    await server.kill();
  });

  it('answers as a bucket in memory does', async () => {
    const shared = await instance();
    const alone = new TokenBuckets(new FixedClock());
    for (let request = 0; request < BURST + 2; request++) {
      expect(await shared.increment('one', HOUR_MS, BURST)).toEqual(alone.take('one', HOUR_MS, BURST));
    }
    expect([shared.allowed, shared.refused]).toEqual([BURST, 2]);
  });

  it('gives back what the time of Redis says, a fraction with every millisecond', async () => {
    const shared = await instance();
    for (let request = 0; request < BURST; request++) await shared.increment('one', HOUR_MS, BURST);
    const back = async (ms: number): Promise<void> => {
      await redis.hincrby('test:rate:one', 'at', -ms);
    };
    await back(HOUR_MS / BURST / 2);
    const half = await shared.increment('one', HOUR_MS, BURST);
    expect(half.isBlocked).toBe(true);
    expect(half.timeToBlockExpire).toBeGreaterThan(500);
    expect(half.timeToBlockExpire).toBeLessThanOrEqual(600);
    await back(HOUR_MS / BURST / 2);
    expect(await shared.increment('one', HOUR_MS, BURST)).toMatchObject({ isBlocked: false, totalHits: BURST });
    await back(-HOUR_MS);
    expect(await shared.increment('one', HOUR_MS, BURST)).toMatchObject({ isBlocked: true, totalHits: BURST });
  });

  it('is one budget for all instances, and another for each key and each deployment', async () => {
    const instances = await Promise.all([instance(), instance(), instance('other:')]);
    const outcomes = await Promise.all(instances.map((each) => each.increment('one', HOUR_MS, BURST)));
    expect(outcomes.map(({ totalHits }) => totalHits).sort()).toEqual([1, 1, 2]);
    expect(await instances[1].increment('two', HOUR_MS, BURST)).toMatchObject({ totalHits: 1 });
  });

  it('allows as many as the limit, however many ask at once through however many instances', async () => {
    const instances = await Promise.all(Array.from({ length: 4 }, () => instance()));
    const outcomes = await Promise.all(
      instances.flatMap((each) => Array.from({ length: 100 }, () => each.increment('one', HOUR_MS, 100))),
    );
    expect(outcomes.filter(({ isBlocked }) => !isBlocked)).toHaveLength(100);
    expect(instances.reduce((sum, { allowed }) => sum + allowed, 0)).toBe(100);
  });

  it('leaves nothing behind for longer than a bucket needs to be full again', async () => {
    const shared = await instance();
    await shared.increment('one', HOUR_MS, BURST);
    const left = await redis.pttl('test:rate:one');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(HOUR_MS / BURST + 1);
  });

  it('teaches a server its script that has forgotten it', async () => {
    const shared = await instance();
    await shared.increment('one', HOUR_MS, BURST);
    await redis.script('FLUSH');
    expect(await shared.increment('one', HOUR_MS, BURST)).toMatchObject({ totalHits: 2 });
    expect(shared.allowed).toBe(2);
  });
});
