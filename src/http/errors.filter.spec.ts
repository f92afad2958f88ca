import { connect } from 'node:net';
import { once } from 'node:events';
import {
  BadRequestException,
  ForbiddenException,
  HttpException,
  InternalServerErrorException,
  Logger,
  NotFoundException,
  UnauthorizedException,
} from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import type { Response } from 'express';
import { type FrontServer, serveFront } from '../../test/support/front-server';
import { rawRequest } from '../../test/support/raw-request';
import { DomainError } from '../kernel/domain-error';
import { ErrorsFilter } from './errors.filter';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

let front: FrontServer | undefined;
let logged: (readonly unknown[])[];

beforeEach(() => {
  logged = [];
  const error = (...said: unknown[]) => void logged.push(said);
  Logger.overrideLogger({ log: () => undefined, warn: () => undefined, error });
});
afterEach(async () => {
  Logger.overrideLogger(['log', 'warn', 'error']);
  await front?.close();
});

/** A server on which whatever is asked for fails. */
async function failing(error: unknown, before: (response: Response) => void = () => undefined): Promise<FrontServer> {
  front = await serveFront((request, response) => {
    request.requestId = 'the id';
    before(response);
    new ErrorsFilter().catch(error, new ExecutionContextHost([request, response]));
  });
  return front;
}

const failure = (message: string, more: object = {}) => ({ success: false, data: null, message, ...more });
const faultOf = (status: number, expose: boolean): Error => Object.assign(new Error('inner'), { status, expose });
const cause = new Error('inner');

describe('A failure', () => {
  it.each([
    [DomainError.invalid([{ path: 'a', message: 'is wrong' }]), 400, 'Bad Request'],
    [DomainError.forbidden('inner'), 403, 'Forbidden'],
    [DomainError.notFound('There is none'), 404, 'There is none'],
    [DomainError.conflict('It is used'), 409, 'It is used'],
    [DomainError.preconditionFailed(), 412, 'Precondition Failed'],
    [DomainError.notImplemented('Another does it'), 501, 'Another does it'],
    [DomainError.unavailable('inner', cause), 503, 'Internal Server Error'],
    [DomainError.outcomeUnknown(cause), 503, DomainError.outcomeUnknown(cause).message],
    [new UnauthorizedException('inner'), 401, 'Unauthorized'],
    [new ForbiddenException('inner'), 403, 'Forbidden'],
    [new HttpException('inner', 429), 429, 'Too Many Requests'],
    [new NotFoundException('There is none'), 404, 'There is none'],
    [new HttpException('A text', 418), 418, 'A text'],
    [new BadRequestException(['one', 'other']), 400, 'one; other'],
    [new HttpException({ reason: 'inner' }, 404), 404, 'Not Found'],
    [new HttpException({ message: 7 }, 404), 404, 'Not Found'],
    [new HttpException({}, 499), 499, 'Bad Request'],
    [new InternalServerErrorException('inner'), 500, 'Internal Server Error'],
    [new HttpException('inner', 502), 502, 'Internal Server Error'],
    [faultOf(400, true), 400, 'Bad Request'],
    [faultOf(400, false), 500, 'Internal Server Error'],
    [faultOf(404, true), 500, 'Internal Server Error'],
    [{ status: 400, expose: true }, 500, 'Internal Server Error'],
    [Object.assign(new Error('inner'), { status: 400 }), 500, 'Internal Server Error'],
    [Object.assign(new Error('inner'), { expose: true }), 500, 'Internal Server Error'],
    [cause, 500, 'Internal Server Error'],
    ['inner', 500, 'Internal Server Error'],
    [undefined, 500, 'Internal Server Error'],
  ])('has a status, and says no more than its caller may know (%#)', async (error, status, message) => {
    const { ask } = await failing(error);
    const reply = await ask();
    expect(reply.status).toBe(status);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    const errors = error instanceof DomainError && error.faults.length > 0 ? { errors: error.faults } : {};
    expect(JSON.parse(reply.body.toString())).toStrictEqual(failure(message, errors));
    expect(reply.headers['retry-after']).toBe(status === 429 || status === 503 ? '1' : undefined);
    expect(logged).toHaveLength(status >= 500 && status !== 501 ? 1 : 0);
  });

  it('leaves it to who refuses it when it may be tried again', async () => {
    const { ask } = await failing(new HttpException('inner', 429), (response) =>
      response.setHeader('Retry-After', '7'),
    );
    expect((await ask()).headers['retry-after']).toBe('7');
  });

  it('names no more than 1,000 faults', async () => {
    const faults = Array.from({ length: 1_001 }, (_, index) => ({ path: `f${String(index)}`, message: 'is wrong' }));
    const { ask } = await failing(DomainError.invalid(faults));
    const { errors } = JSON.parse((await ask()).body.toString()) as { readonly errors: unknown };
    expect(errors).toEqual(faults.slice(0, 1_000));
  });

  it('is logged with its cause, and what its request and its trace are found by', async () => {
    const { ask } = await failing(cause);
    await ask({ traceparent: `00-${TRACE}-${SPAN}-01` });
    expect(logged).toEqual([
      [{ requestId: 'the id', traceId: TRACE, parentSpanId: SPAN, err: cause }, 'A request failed', 'http'],
    ]);
  });

  it('has nothing of the answer that was to be given', async () => {
    const { ask } = await failing(cause, (response) => {
      response.setHeader('ETag', '"a"').setHeader('Link', '<b>; rel="next"').setHeader('X-Request-Id', 'the id');
    });
    const { headers } = await ask();
    expect([headers.etag, headers.link, headers['x-request-id']]).toEqual([undefined, undefined, 'the id']);
  });

  it('has no body where its head is asked for', async () => {
    const { ask } = await failing(DomainError.notFound('There is none'));
    expect(await ask({}, 'HEAD')).toMatchObject({ status: 404, body: Buffer.alloc(0) });
  });

  it('ends the connection where an answer had begun', async () => {
    const { port } = await failing(cause, (response) => {
      response.writeHead(200);
      response.write('half of');
    });
    const { body } = await rawRequest(`http://127.0.0.1:${String(port)}`, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(body).not.toContain('success');
    expect(logged).toHaveLength(1);
  });
});

describe('The connection of a failure', () => {
  /** What came back until the connection was closed, or a second answer came. */
  const heard = async ({ port }: FrontServer, ...pieces: readonly string[]): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString())).on('error', () => undefined);
    for (const piece of pieces) socket.write(piece);
    while (!socket.closed && text.split('HTTP/1.1 404').length < 3)
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.destroy();
    return text;
  };
  const NEXT = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const notFound = DomainError.notFound('There is none');

  it.each([
    ['without a body', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['with an empty body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'],
  ])('serves the next request after one %s', async (_, request) => {
    const text = await heard(await failing(notFound), request, NEXT);
    expect(text.split('HTTP/1.1 404')).toHaveLength(3);
    expect(text).not.toContain('Connection: close');
  });

  it.each([
    ['of a length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf'],
    ['in chunks', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
    ['that is asked for', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n'],
  ])('is closed where a body %s was not read', async (_, request) => {
    const text = await heard(await failing(notFound), request);
    expect(text).toMatch(/^HTTP\/1\.1 404 Not Found\r\n[^]*Connection: close\r\n[^]*"There is none"\}$/);
  });

  it('takes in what its client still sends before the answer', async () => {
    const ended: string[] = [];
    front = await serveFront((request, response) => {
      request.once('end', () => ended.push('the request'));
      response.once('finish', () => ended.push('the answer'));
      new ErrorsFilter().catch(notFound, new ExecutionContextHost([request, response]));
    });
    const body = 'x'.repeat(500_000);
    const text = await heard(
      front,
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${String(body.length)}\r\n\r\n`,
      body,
    );
    expect(text).toMatch(/^HTTP\/1\.1 404 Not Found/);
    expect(ended).toEqual(['the request', 'the answer']);
  });
});
