import { Controller, Get, HttpException, Module, Post } from '@nestjs/common';
import { Needs } from '../../src/http/needs.decorator';
import { databases } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const CAUSE = 'the password of the database is hunter2';

@Controller('/api/v1/broken')
class BrokenController {
  @Get('error')
  @Needs('any')
  error(): never {
    throw new Error(CAUSE);
  }

  @Get('later')
  @Needs('any')
  async later(): Promise<never> {
    return Promise.reject(new TypeError(CAUSE));
  }

  @Get('text')
  @Needs('any')
  text(): never {
    // Libraries do throw such things.
    const thrown: unknown = CAUSE;
    throw thrown as Error;
  }

  @Get('http')
  @Needs('any')
  http(): never {
    throw new HttpException({ secret: CAUSE }, 502);
  }

  @Get('status')
  @Needs('any')
  status(): never {
    throw Object.assign(new Error(CAUSE), { status: 418, statusCode: 418 });
  }

  @Post('error')
  @Needs('any')
  afterBody(): never {
    throw new Error(CAUSE);
  }

  @Get('undeclared')
  undeclared(): string {
    return CAUSE;
  }
}

@Module({ controllers: [BrokenController] })
class BrokenModule {}

describe('A failure inside the service', () => {
  const service = sharedApp(databases[0]!.create, { extensions: [BrokenModule] });
  const logOf = (requestId: string): Record<string, unknown>[] =>
    service.app.logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line.requestId === requestId);

  it.each([
    ['GET', 'error', 500],
    ['GET', 'later', 500],
    ['GET', 'text', 500],
    // An exception of Nest keeps its status.
    ['GET', 'http', 502],
    ['GET', 'status', 500],
    ['POST', 'error', 500],
  ])('at %s %s is a %d that tells nothing of its cause', async (method, route, expected) => {
    const { status, headers, text } = await service.call(
      method,
      `/api/v1/broken/${route}`,
      method === 'POST' ? {} : undefined,
    );

    expect(status).toBe(expected);
    expect(text).toBe('{"success":false,"data":null,"message":"Internal Server Error"}');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.stringify([...headers])).not.toContain('hunter2');
  });

  it('is in the log with its cause and the id of the request', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { headers } = await service.call('GET', '/api/v1/broken/error', undefined, { traceparent });
    const lines = logOf(headers.get('x-request-id')!);

    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          level: 50,
          traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
          err: expect.objectContaining({ message: CAUSE }),
        }),
        expect.objectContaining({ msg: 'request', method: 'GET', route: '/api/v1/broken/error', status: 500 }),
      ]),
    );
  });

  it('leaves the service as it was', async () => {
    await service.call('GET', '/api/v1/broken/error');

    expect((await service.call('GET', '/api/v1/relayers')).status).toBe(200);
  });

  it('comes from no route that forgot to declare its permission: it is refused', async () => {
    const { status, text } = await service.call('GET', '/api/v1/broken/undeclared');

    expect(status).toBe(403);
    expect(text).toBe('{"success":false,"data":null,"message":"Forbidden"}');
  });
});

describe('The id of a request', () => {
  const service = sharedApp(databases[0]!.create);
  const idFor = async (given?: string, path = '/api/v1/relayers'): Promise<string | null> =>
    (await service.call('GET', path, undefined, given === undefined ? {} : { 'x-request-id': given })).headers.get(
      'x-request-id',
    );

  it.each(['abc-123', 'A.b_c', 'x'.repeat(128)])('is the one that was given, %s', async (id) => {
    expect(await idFor(id)).toBe(id);
  });

  it('is made where none was given, another one each time', async () => {
    const [one, other] = [await idFor(), await idFor()];

    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(one).not.toBe(other);
  });

  it.each(['', 'a b', 'a"b', '{"level":60}', 'x'.repeat(129), 'é'])(
    'is made where the one that was given, %j, is not safe to repeat',
    async (id) => {
      expect(await idFor(id)).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('is in every answer, also those of failures', async () => {
    expect(await idFor('mine', '/nothing')).toBe('mine');
    expect(await idFor('mine', '/api/v1/relayers/nobody')).toBe('mine');
    expect(await idFor('mine', '/api/v1/relayers?page=x')).toBe('mine');
  });

  it('is in the line that the log has for a request', async () => {
    await idFor('find-me');
    const lines = service.app.logged.map((line) => JSON.parse(line) as Record<string, unknown>);

    expect(lines).toContainEqual(
      expect.objectContaining({ requestId: 'find-me', method: 'GET', route: '/api/v1/relayers', status: 200 }),
    );
  });
});
