import { once } from 'node:events';
import { connect } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { Needs } from '../../src/http/needs.decorator';
import { eventually } from '../support/eventually';
import { databases } from '../support/databases';
import { API_KEY, type Reply } from '../support/open-app';
import { type SharedApp, sharedApp } from '../support/shared-app';
import { signal } from '../support/signal';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const create = databases[0]!.create;

type Line = Readonly<Record<string, unknown>>;

const linesOf = ({ app }: SharedApp): Line[] => app.logged.map((line) => JSON.parse(line) as Line);

const reached = signal();
const released = signal();

@Controller('/api/v1/slow')
class SlowController {
  @Get(':what')
  @Needs('any')
  async wait(): Promise<string> {
    reached.give();
    await released.given;
    return 'late';
  }
}

@Module({ controllers: [SlowController] })
class SlowModule {}

describe('The line of a request', () => {
  const service = sharedApp(create, { extensions: [SlowModule] });

  const lineOf = ({ headers }: Reply): Promise<Line> =>
    eventually(() => {
      const line = linesOf(service).find(
        ({ msg, requestId }) => msg === 'request' && requestId === headers.get('x-request-id'),
      );
      if (!line) throw new Error('There is no such line');
      return line;
    });

  it('says what was asked by whom, how it went and how long it took', async () => {
    const line = await lineOf(await service.call('GET', '/api/v1/relayers?per_page=3'));
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      requestId: expect.any(String),
      method: 'GET',
      route: '/api/v1/relayers',
      status: 200,
      ms: expect.any(Number),
      token: 'API_KEY',
      msg: 'request',
    });
  });

  it.each([
    ['GET', '/api/v1/relayers/nobody', '/api/v1/relayers/{relayer_id}', 404],
    ['PATCH', '/api/v1/notifications/a-secret', '/api/v1/notifications/{notification_id}', 404],
    ['GET', '/api/v1/a-secret', 'unknown', 404],
    ['GET', '/a-secret', 'unknown', 404],
    ['GET', '/docs/a-secret', '/docs/{file}', 404],
    ['GET', '/api/v1/health', '/api/v1/health', 200],
    ['GET', '/api/v1/relayers/%FF', 'unknown', 400],
  ])('names the route of %s %s, %s', async (method, path, route, status) => {
    const line = await lineOf(await service.call(method, path, method === 'PATCH' ? {} : undefined));
    expect(line).toMatchObject({ method, route, status });
    expect(JSON.stringify(line)).not.toContain('a-secret');
  });

  it('names the token, whatever it is called', async () => {
    const name = '"quoted" \\ and\nbroken é';
    const issued = await service.add('tokens', { name, permissions: ['*'] });
    const authorization = `Bearer ${String(issued.token)}`;
    const line = await lineOf(await service.call('GET', '/api/v1/relayers', undefined, { authorization }));
    expect(line.token).toBe(name);
  });

  it('names no token where none was accepted', async () => {
    const refused = await service.call('GET', '/api/v1/relayers', undefined, { authorization: 'Bearer wrong' });
    expect(await lineOf(refused)).not.toHaveProperty('token');
  });

  it('names the trace that the request is part of', async () => {
    const traceparent = `00-${TRACE}-${SPAN}-01`;
    const line = await lineOf(await service.call('GET', '/api/v1/relayers', undefined, { traceparent }));
    expect(line).toMatchObject({ traceId: TRACE, parentSpanId: SPAN });
    const malformed = await service.call('GET', '/api/v1/relayers', undefined, { traceparent: `${traceparent}"` });
    expect(await lineOf(malformed)).not.toHaveProperty('traceId');
  });

  it('is that of status 499 where the client gave up', async () => {
    const socket = connect(Number(new URL(service.app.url).port), '127.0.0.1');
    socket.write(
      `GET /api/v1/slow/one HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${API_KEY}\r\nX-Request-Id: gave-up\r\n\r\n`,
    );
    await reached.given;
    socket.destroy();
    await once(socket, 'close');
    await eventually(() => {
      expect(linesOf(service)).toContainEqual(
        expect.objectContaining({ requestId: 'gave-up', route: '/api/v1/slow/{what}', status: 499 }),
      );
    });
    released.give();
  });
});

describe('A log of warnings', () => {
  const service = sharedApp(create, { settings: { logLevel: 'warn' } });

  it('has no lines of requests', async () => {
    expect((await service.call('GET', '/api/v1/relayers')).status).toBe(200);
    expect(linesOf(service).filter(({ msg }) => msg === 'request')).toEqual([]);
  });
});
