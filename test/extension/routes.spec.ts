import {
  BadRequestException,
  Body,
  ConflictException,
  Controller,
  Get,
  type MessageEvent,
  Module,
  NotFoundException,
  NotImplementedException,
  Post,
  Query,
  Sse,
  UnauthorizedException,
} from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import { Type } from 'class-transformer';
import { IsString, ValidateNested } from 'class-validator';
import { type Observable, of } from 'rxjs';
import { Amount } from '../../src/chains/amount';
import { Cacheable } from '../../src/http/cacheable.decorator';
import { Needs } from '../../src/http/needs.decorator';
import { WithoutEnvelope } from '../../src/http/without-envelope.decorator';
import { PageQuery } from '../../src/http/page.query';
import { databases } from '../support/databases';
import { openApp } from '../support/open-app';
import { sharedApp } from '../support/shared-app';

class Recipient {
  @IsString()
  readonly name!: string;
}

class Transfer {
  @Amount(128)
  readonly amount!: bigint;

  @ValidateNested()
  @Type(() => Recipient)
  readonly to!: Recipient;
}

/** Written as Nest's documentation has it. */
@Controller('/api/v1/transfers')
@Needs('any')
class TransfersController {
  @Get()
  list(@Query() { request }: PageQuery): object {
    return { page: request.page };
  }

  @Post()
  create(@Body() transfer: Transfer): object {
    const { to, amount } = transfer;
    return { to, amount, isTransfer: transfer instanceof Transfer, isRecipient: to instanceof Recipient };
  }

  @Get('often')
  @SkipThrottle()
  often(): string {
    return 'often';
  }

  @Get('seldom')
  @Throttle({ default: { limit: 1, ttl: 60_000 } })
  seldom(): string {
    return 'seldom';
  }

  @Get('single')
  @Throttle({ default: { limit: 1 } })
  single(): string {
    return 'single';
  }

  @Get('slow')
  @Throttle({ default: { ttl: 86_400_000 } })
  slow(): string {
    return 'slow';
  }

  @Get('taken')
  taken(): never {
    throw new ConflictException('The transfer is on its way');
  }

  @Get('stranger')
  stranger(): never {
    throw new UnauthorizedException('Who are you?');
  }

  @Get('rare')
  @Cacheable()
  @Throttle({ default: { limit: 2, ttl: 60_000 } })
  rare(): string {
    return 'rare';
  }

  @Get('faulty')
  faulty(): never {
    throw new BadRequestException(['a is bad', 'b is bad']);
  }

  @Get('coded')
  coded(): never {
    throw new NotFoundException({ code: 17 });
  }

  @Post('sums')
  @ApiOperation({ operationId: 'addUp' })
  sum(@Body('amount') amount: bigint): object {
    return { amount };
  }

  @Sse('events')
  @WithoutEnvelope()
  events(): Observable<MessageEvent> {
    return of({ data: 'first' }, { data: 'second' });
  }

  @Get('later')
  later(): never {
    throw new NotImplementedException('password hunter2');
  }
}

@Module({ controllers: [TransfersController] })
class TransfersModule {}

const PATH = '/api/v1/transfers';
const BIGGEST = (2n ** 128n - 1n).toString();

describe('A route from outside', () => {
  const service = sharedApp(databases[0]!.create, {
    extensions: [TransfersModule],
    settings: { rateLimit: { perSecond: 1_000, burst: 2_000 } },
  });

  it('gets its body validated, with exact amounts, and its answer in the envelope', async () => {
    const { status, text } = await service.call('POST', PATH, `{"amount":${BIGGEST},"to":{"name":"ann"}}`);
    expect(status).toBe(201);
    expect(text).toBe(
      `{"success":true,"data":{"to":{"name":"ann"},"amount":${BIGGEST},"isTransfer":true,"isRecipient":true},"error":""}`,
    );
  });

  it('answers every fault at once', async () => {
    const { status, json } = await service.call('POST', PATH, { amount: -1, to: { name: 5, x: 1 }, memo: '' });
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { path: 'memo', message: 'is not a known field' },
      { path: 'amount', message: 'must be a whole number from 0 to 2^128-1' },
      { path: 'to.x', message: 'is not a known field' },
      { path: 'to.name', message: 'must be a string' },
    ]);
    const query = await service.call('GET', `${PATH}?page=x&unknown=1`);
    expect(query.json.errors).toEqual([{ path: 'page', message: 'must be a whole number, 0 or more' }]);
  });

  it('reads no body but JSON', async () => {
    expect((await service.call('POST', PATH, 'a=1', { 'content-type': 'text/plain' })).status).toBe(400);
    expect((await service.call('POST', PATH)).status).toBe(400);
  });

  it.each([
    ['taken', 409, 'The transfer is on its way'],
    ['stranger', 401, 'Unauthorized'],
    ['later', 501, 'Internal Server Error'],
    ['nowhere', 404, 'Not Found'],
    ['faulty', 400, 'a is bad; b is bad'],
    ['coded', 404, 'Not Found'],
  ])('says of %s what its own exception says, in the envelope', async (path, expected, message) => {
    const { status, json } = await service.call('GET', `${PATH}/${path}`);
    expect(status).toBe(expected);
    expect(json).toEqual({ success: false, data: null, message });
  });

  it('has the methods that it has', async () => {
    const { status, headers } = await service.call('DELETE', PATH);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  it('shares the budget of the token, unless it says otherwise', async () => {
    expect((await service.call('GET', PATH)).headers.get('x-ratelimit-limit')).toBe('2000');
    expect((await service.call('GET', `${PATH}/often`)).headers.has('x-ratelimit-limit')).toBe(false);
    const replies = [await service.call('GET', `${PATH}/seldom`), await service.call('GET', `${PATH}/seldom`)];
    expect(replies.map(({ status, headers }) => [status, headers.get('x-ratelimit-limit')])).toEqual([
      [200, '1'],
      [429, '1'],
    ]);
    expect(replies[1]?.headers.has('retry-after')).toBe(true);
  });

  it('has its own limit where it names only how often, or only in which time', async () => {
    const limited = await openApp({
      extensions: [TransfersModule],
      settings: { rateLimit: { perSecond: 0.01, burst: 2 } },
    });
    const statuses: number[] = [];
    for (const route of ['single', 'single', 'taken', 'taken', 'taken', 'slow']) {
      statuses.push((await limited.call('GET', `${PATH}/${route}`)).status);
    }
    await limited.close();
    expect(statuses).toEqual([200, 429, 409, 409, 429, 200]);
  });

  it('has its own limit where its answers are stored, and where nothing else is limited', async () => {
    const unlimited = await openApp({
      extensions: [TransfersModule],
      settings: { rateLimit: { perSecond: 0, burst: 1 } },
    });
    for (const app of [service, unlimited]) {
      const statuses: number[] = [];
      for (let time = 0; time < 4; time++) statuses.push((await app.call('GET', `${PATH}/rare`)).status);
      expect(statuses).toEqual([200, 200, 429, 429]);
    }
    expect((await unlimited.call('GET', PATH)).headers.has('x-ratelimit-limit')).toBe(false);
    await unlimited.close();
  });

  it('gets a part of its body as it is, when it declares no class for it', async () => {
    expect((await service.call('POST', `${PATH}/sums`, `{"amount":${BIGGEST}}`)).text).toContain(`"amount":${BIGGEST}`);
  });

  it('sends events as they come', async () => {
    const { text } = await service.call('GET', `${PATH}/events`);
    expect(text.match(/data: \w+/g)).toEqual(['data: first', 'data: second']);
  });

  it('has what every route has in the API description, whatever its operation is called', async () => {
    const { paths } = (await service.call('GET', '/openapi.json')).json as unknown as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
    };
    expect(Object.keys(paths[`${PATH}/sums`]?.post?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '429', '500', '503']),
    );
  });
});
