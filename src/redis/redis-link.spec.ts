import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import pino from 'pino';
import { eventually } from '../../test/support/eventually';
import { freePort } from '../../test/support/built-service';
import { RedisServer, whereRedisIs } from '../../test/support/redis-server';
import { SecretValue } from '../kernel/secret';
import { PinoLogger } from '../operations/pino-logger';
import { RedisLink, RedisScript } from './redis-link';

const PASSWORD = 'a-password-that-nobody-may-see';
const ECHO = new RedisScript('return ARGV[1]');
const LOST = 'Redis does not answer: each process counts its rate limits by itself';
const BACK = 'Redis answers again: rate limits are shared with other instances';

const lines: string[] = [];
const links: RedisLink[] = [];
const messages = (): string[] => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

beforeAll(() => {
  Logger.overrideLogger(new PinoLogger(pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })));
});
beforeEach(() => {
  lines.length = 0;
});
afterEach(() => {
  for (const link of links.splice(0)) link.close();
});

async function linkTo(url: string): Promise<RedisLink> {
  const link = new RedisLink(new SecretValue(url), 'test:');
  links.push(link);
  await link.open();
  return link;
}

it('is off without a server', async () => {
  const link = new RedisLink(undefined, '');
  await link.open();
  expect([link.state, await link.run(ECHO, 'key', 1)]).toEqual(['off', undefined]);
  expect(lines).toEqual([]);
});

it('starts without the server that it is to have, and says so once, without the password', async () => {
  const link = await linkTo(`redis://user:${PASSWORD}@127.0.0.1:${String(await freePort())}/0`);
  expect([link.state, await link.run(ECHO, 'key', 1)]).toEqual(['down', undefined]);
  expect(messages()).toEqual([LOST]);
  expect(lines.join()).toContain('ECONNREFUSED');
  expect(lines.join()).not.toContain(PASSWORD);
});

whereRedisIs(RedisLink.name, () => {
  let server: RedisServer;

  beforeEach(async () => {
    server = await RedisServer.start();
  });
  afterEach(() => server.kill());

  const works = (link: RedisLink): Promise<void> =>
    eventually(async () => expect(await link.run(ECHO, 'key', 7)).toBe('7'));

  it('finds a server that comes later', async () => {
    await server.kill();
    const link = await linkTo(server.url);
    expect(link.state).toBe('down');
    await server.start();
    await works(link);
    expect(messages()).toEqual([LOST, BACK]);
  });

  it('does without a server that is killed, and finds it again', async () => {
    const link = await linkTo(server.url);
    await works(link);
    await server.kill();
    expect(await link.run(ECHO, 'key', 7)).toBeUndefined();
    expect(link.state).toBe('down');
    await server.start();
    await works(link);
    expect(messages()).toEqual([LOST, BACK]);
  });

  it('waits for a frozen server no longer than once, and finds it again', async () => {
    const link = await linkTo(server.url);
    server.freeze();
    const answers = await Promise.all(Array.from({ length: 50 }, () => link.run(ECHO, 'key', 7)));
    expect(new Set(answers)).toEqual(new Set([undefined]));
    expect(link.state).toBe('down');
    expect(await link.run(ECHO, 'key', 7)).toBeUndefined();
    server.thaw();
    await works(link);
    expect(messages()).toEqual([LOST, BACK]);
    expect(lines[0]).toContain('no answer within 100 ms');
  });

  it('stays without a server that cannot be written', async () => {
    const operator = new Redis(server.url);
    await operator.config('SET', 'maxmemory', '1');
    const link = await linkTo(server.url);
    expect(link.state).toBe('down');
    await operator.config('SET', 'maxmemory', '0');
    await works(link);
    operator.disconnect();
    expect(messages()).toEqual([LOST, BACK]);
  });

  it('signs in, and says of a refusal nothing that is secret', async () => {
    const operator = new Redis(server.url);
    await operator.config('SET', 'requirepass', PASSWORD);
    operator.disconnect();
    const refused = await linkTo(server.url.replace('//', `//:${PASSWORD}x@`));
    expect(refused.state).toBe('down');
    refused.close();
    const accepted = await linkTo(server.url.replace('//', `//:${PASSWORD}@`));
    await works(accepted);
    expect(messages()).toEqual([LOST]);
    expect(lines.join()).not.toContain(PASSWORD);
  });

  it('says nothing of what comes after it was closed', async () => {
    const link = await linkTo(server.url);
    link.close();
    expect([link.state, await link.run(ECHO, 'key', 7)]).toEqual(['down', undefined]);
    await server.kill();
    expect(lines).toEqual([]);
  });
});
