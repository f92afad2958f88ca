import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import pino from 'pino';
import { eventually } from '../../test/support/eventually';
import { freePort } from '../../test/support/built-service';
import { RedisServer, whereRedisIs } from '../../test/support/redis-server';
import { SecretValue } from '../kernel/secret';
import { PinoLogger } from '../logging/pino-logger';
import { RedisClient } from './redis-client';

const PASSWORD = 'a-password-that-nobody-may-see';
const HOUR_MS = 3_600_000;
const LOST = 'Redis does not answer: each process counts its rate limits by itself';
const BACK = 'Redis answers again: rate limits are shared with other instances';

const lines: string[] = [];
const clients: RedisClient[] = [];
const messages = (): string[] => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

beforeAll(() => {
  Logger.overrideLogger(new PinoLogger(pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })));
});
beforeEach(() => {
  lines.length = 0;
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

async function clientTo(url: string): Promise<RedisClient> {
  const client = new RedisClient(new SecretValue(url), 'test:');
  clients.push(client);
  await client.open();
  return client;
}

it('is off without a server', async () => {
  const client = new RedisClient(undefined, '');
  await client.open();
  expect([client.state, await client.takeToken('key', HOUR_MS, 1000)]).toEqual(['off', undefined]);
  expect(lines).toEqual([]);
});

it('starts without the server that it is to have, and says so once, without the password', async () => {
  const client = await clientTo(`redis://user:${PASSWORD}@127.0.0.1:${String(await freePort())}/0`);
  expect([client.state, await client.takeToken('key', HOUR_MS, 1000)]).toEqual(['down', undefined]);
  expect(messages()).toEqual([LOST]);
  expect(lines.join()).toContain('ECONNREFUSED');
  expect(lines.join()).not.toContain(PASSWORD);
});

whereRedisIs(RedisClient.name, () => {
  let server: RedisServer;

  beforeEach(async () => {
    server = await RedisServer.start();
  });
  afterEach(() => server.kill());

  const works = (client: RedisClient): Promise<void> =>
    eventually(async () => expect(await client.takeToken('key', HOUR_MS, 1000)).toHaveLength(2));

  it('finds a server that comes later', async () => {
    await server.kill();
    const client = await clientTo(server.url);
    expect(client.state).toBe('down');
    await server.start();
    await works(client);
    expect(messages()).toEqual([LOST, BACK]);
  });

  it('does without a server that is killed, and finds it again', async () => {
    const client = await clientTo(server.url);
    await works(client);
    await server.kill();
    expect(await client.takeToken('key', HOUR_MS, 1000)).toBeUndefined();
    expect(client.state).toBe('down');
    await server.start();
    await works(client);
    expect(messages()).toEqual([LOST, BACK]);
  });

  it('waits for a frozen server no longer than once, and finds it again', async () => {
    const client = await clientTo(server.url);
    server.freeze();
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.takeToken('key', HOUR_MS, 1000)));
    expect(new Set(answers)).toEqual(new Set([undefined]));
    expect(client.state).toBe('down');
    expect(await client.takeToken('key', HOUR_MS, 1000)).toBeUndefined();
    server.thaw();
    await works(client);
    expect(messages()).toEqual([LOST, BACK]);
    expect(lines[0]).toContain('Command timed out');
  });

  it('stays without a server that cannot be written', async () => {
    const operator = new Redis(server.url);
    await operator.config('SET', 'maxmemory', '1');
    const client = await clientTo(server.url);
    expect(client.state).toBe('down');
    await operator.config('SET', 'maxmemory', '0');
    await works(client);
    operator.disconnect();
    expect(messages()).toEqual([LOST, BACK]);
  });

  it('signs in, and says of a refusal nothing that is secret', async () => {
    const operator = new Redis(server.url);
    await operator.config('SET', 'requirepass', PASSWORD);
    operator.disconnect();
    const refused = await clientTo(server.url.replace('//', `//:${PASSWORD}x@`));
    expect(refused.state).toBe('down');
    refused.close();
    const accepted = await clientTo(server.url.replace('//', `//:${PASSWORD}@`));
    await works(accepted);
    expect(messages()).toEqual([LOST]);
    expect(lines.join()).not.toContain(PASSWORD);
  });

  it('says nothing of what comes after it was closed', async () => {
    const client = await clientTo(server.url);
    client.close();
    expect([client.state, await client.takeToken('key', HOUR_MS, 1000)]).toEqual(['down', undefined]);
    await server.kill();
    expect(lines).toEqual([]);
  });
});
