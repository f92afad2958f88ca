import { AuditSealer } from '../../src/audit/audit-sealer';
import { Database } from '../../src/persistence/database';
import { SecretValue } from '../../src/kernel/secret';
import { VERSION } from '../../src/kernel/version';
import { aSigner } from '../builders/a-signer';
import { asToken } from '../support/as-token';
import { databases, onEachDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { RedisServer, whereRedisIs } from '../support/redis-server';
import { openApp } from '../support/open-app';
import { type SharedApp, sharedApp } from '../support/shared-app';
import { metricNamesOf, samplesOf, valueOf } from '../support/prometheus';

const create = databases[0]!.create;
const REQUESTS = 'http_request_duration_seconds_count';

async function read(service: SharedApp): Promise<string> {
  const { status, text } = await service.call('GET', '/metrics');
  expect(status).toBe(200);
  return text;
}

onEachDatabase('The metrics', (createDatabase) => {
  const service = sharedApp(createDatabase, { settings: { rateLimit: { perSecond: 1, burst: 2 } } });
  const value = async (name: string, labels = {}): Promise<number> => valueOf(await read(service), name, labels);

  it('count requests by method, route and status, and time them', async () => {
    for (const id of ['one', 'other']) await service.call('GET', `/api/v1/signers/${id}`);
    await service.add('signers', aSigner());
    await eventually(async () => {
      const labels = { method: 'GET', route: '/api/v1/signers/{signer_id}', status: '404' };
      expect(await value(REQUESTS, labels)).toBe(2);
      expect(await value('http_request_duration_seconds_bucket', { ...labels, le: '+Inf' })).toBe(2);
      expect(await value('http_request_duration_seconds_sum', labels)).toBeGreaterThan(0);
      expect(await value(REQUESTS, { method: 'POST', route: '/api/v1/signers', status: '201' })).toBe(1);
    });
    expect(await value('http_requests_in_flight')).toBe(1);
  });

  it('have one label for all paths that there are not, and one for methods nobody uses', async () => {
    for (const path of ['/nothing-1', '/api/v1/nothing-2', '/api/v1/relayers/one/nothing-3']) {
      await service.call('GET', path);
      await service.call('PROPFIND', path);
    }
    await eventually(async () => expect(await value(REQUESTS, { route: 'unknown', method: 'other' })).toBe(3));
    const text = await read(service);
    expect(valueOf(text, REQUESTS, { route: 'unknown', method: 'GET' })).toBe(3);
    expect(text).not.toMatch(/nothing-|PROPFIND/);
  });

  it('tell how the database did', async () => {
    const database = service.app.app.get(Database);
    // Entries are sealed in the background, in transactions of their own.
    await service.app.app.get(AuditSealer).onApplicationShutdown();
    // Relayers are counted when somebody reads for the first time.
    await read(service);
    const before = await read(service);
    await expect(database.run(() => Promise.reject(new Error('taken back')))).rejects.toThrow('taken back');
    await database.run(() => database.run(() => database.query('SELECT 1')));
    expect(await database.query('SELECT nothing FROM nowhere').catch(() => 'failed')).toBe('failed');
    const after = await read(service);
    const grown = (kind: string, outcome: string): number => {
      const name = `database_${kind}_duration_seconds_count`;
      return valueOf(after, name, { outcome }) - valueOf(before, name, { outcome });
    };
    expect(grown('transaction', 'ok')).toBe(1);
    expect(grown('transaction', 'failed')).toBe(1);
    expect(grown('query', 'ok')).toBe(1);
    expect(grown('query', 'failed')).toBe(1);
    expect(valueOf(after, 'database_query_duration_seconds_sum', { outcome: 'ok' })).toBeGreaterThan(0);
  });

  it('tell who waits for the database', async () => {
    const database = service.app.app.get(Database);
    let opened: () => void = () => undefined;
    const open = new Promise<void>((resolve) => (opened = resolve));
    const writers = Array.from({ length: 15 }, () => database.run(() => open));
    await eventually(async () => expect(await value('database_waiting')).toBeGreaterThan(0));
    const text = await read(service);
    if (database.dataSource.options.type === 'postgres') {
      expect(valueOf(text, 'database_pool_busy_connections')).toBe(10);
      // Beside the writers, what the service asks for by itself.
      expect(valueOf(text, 'database_waiting')).toBeGreaterThanOrEqual(5);
      expect(valueOf(text, 'database_waiting')).toBeLessThan(10);
    } else expect(metricNamesOf(text)).not.toContain('database_pool_busy_connections');
    opened();
    await Promise.all(writers);
    expect(await value('database_waiting')).toBe(0);
  });

  it('count what the rate limit allowed and refused', async () => {
    const labels = { counted_in: 'process' };
    const before = await value('rate_limit_decisions_total', labels);
    const statuses = [];
    for (let request = 0; request < 4; request++) {
      statuses.push((await service.call('GET', '/api/v1/relayers/nobody')).status);
    }
    const refused = statuses.filter((status) => status === 429).length;
    expect(refused).toBeGreaterThan(0);
    expect(await value('rate_limit_decisions_total', { ...labels, outcome: 'refused' })).toBe(refused);
    expect(await value('rate_limit_decisions_total', labels)).toBe(before + statuses.length);
  });

  it('tell of the process, its event loop and its build', async () => {
    const text = await read(service);
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_heap_size_used_bytes']) {
      expect(valueOf(text, name)).toBeGreaterThan(0);
    }
    expect(metricNamesOf(text)).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(samplesOf(text)).toContainEqual({
      name: 'relayer_management_build_info',
      labels: { version: VERSION },
      value: 1,
    });
  });
});

describe('/metrics', () => {
  const service = sharedApp(create);

  it('is plain text in the format of Prometheus, without the envelope', async () => {
    const { headers, text } = await service.call('GET', '/metrics');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(samplesOf(text).length).toBeGreaterThan(50);
    expect(headers.has('x-ratelimit-limit')).toBe(false);
    const head = await service.call('HEAD', '/metrics');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('needs a token that may read metrics', async () => {
    const nobody = await service.call('GET', '/metrics', undefined, { authorization: '' });
    expect(nobody.json).toEqual({ success: false, data: null, message: 'Unauthorized' });
    const other = await (await asToken(service, { permissions: ['audit:read'] })).call('GET', '/metrics');
    expect([other.status, other.json.message]).toEqual([403, 'Forbidden']);
    expect(other.headers.get('www-authenticate')).toContain('scope="metrics:read"');
    const reader = await (await asToken(service, { permissions: ['metrics:read'] })).call('GET', '/metrics');
    expect(reader.status).toBe(200);
  });

  it('has no other method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers, json } = await service.call(method, '/metrics');
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(json).toEqual({ success: false, data: null, message: 'Method Not Allowed' });
    }
  });
});

describe('/metrics that is public', () => {
  const service = sharedApp(create, { settings: { metrics: { isEnabled: true, isPublic: true, port: undefined } } });

  it('needs no token, and says so in the API description', async () => {
    const { status, text } = await service.call('GET', '/metrics', undefined, { authorization: '' });
    expect([status, valueOf(text, 'relayer_management_build_info')]).toEqual([200, 1]);
    const { json } = await service.call('GET', '/openapi.json');
    expect(json).toMatchObject({ paths: { '/metrics': { get: { security: [] } } } });
  });
});

describe('/metrics that is off', () => {
  const service = sharedApp(create, { settings: { metrics: { isEnabled: false, isPublic: false, port: undefined } } });

  it('is not there', async () => {
    const { status, json } = await service.call('GET', '/metrics');
    expect([status, json.message]).toEqual([404, 'Not Found']);
    expect((await service.call('GET', '/api/v1/relayers')).status).toBe(200);
  });
});

whereRedisIs('The metrics of shared rate limits', () => {
  it('tell whether Redis answers, and how much was counted without it', async () => {
    const redis = await RedisServer.start();
    const service = await openApp({
      settings: {
        rateLimit: { perSecond: 1, burst: 100 },
        redis: { url: new SecretValue(redis.url), keyPrefix: 'test' },
      },
    });
    const numbers = async (): Promise<number[]> => {
      const { text } = await service.call('GET', '/metrics');
      const names = ['redis_up', 'rate_limit_fallbacks_total'];
      const places = ['redis', 'process'].map((place) =>
        valueOf(text, 'rate_limit_decisions_total', { counted_in: place }),
      );
      return [...names.map((name) => valueOf(text, name)), ...places];
    };
    await service.call('GET', '/api/v1/relayers');
    expect(await numbers()).toEqual([1, 0, 1, 0]);
    await redis.kill();
    await eventually(async () => expect((await numbers())[0]).toBe(0));
    for (let request = 0; request < 3; request++) {
      expect((await service.call('GET', '/api/v1/relayers')).status).toBe(200);
    }
    expect(await numbers()).toEqual([0, 3, 1, 3]);
    await service.close();
  });
});
