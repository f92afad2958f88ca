import { ConflictException, Controller, Get, Module, Post } from '@nestjs/common';
import { Readable } from 'node:stream';
import { Answer } from '../../src/http/answer';
import { Deprecated } from '../../src/http/deprecated.decorator';
import { Needs } from '../../src/http/needs.decorator';
import { databases } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const since = new Date('2026-11-01');

@Controller('/api/v1/transfers')
@Needs('any')
class TransfersController {
  @Get()
  list(): object {
    return {};
  }

  @Get('page')
  @Deprecated({ since, link: '/docs/guides/policy' })
  page(): Answer {
    const empty = { revisions: [], total: 0, bytes: 0, items: Readable.from([]) };
    return Answer.page({ path: PATH, request: { page: 1n, perPage: 10 }, query: {} }, empty, (record) => record);
  }

  @Get('old')
  @Deprecated({ since, sunset: new Date('2027-05-01'), link: '/docs/guides/policy' })
  old(): string {
    return 'old';
  }

  @Post('old')
  @Deprecated({ since })
  refused(): never {
    throw new ConflictException('The transfer is on its way');
  }
}

@Module({ controllers: [TransfersController] })
class TransfersModule {}

const PATH = '/api/v1/transfers';
const NAMES = ['deprecation', 'sunset', 'link'];

describe('A route from outside that is deprecated', () => {
  const service = sharedApp(databases[0]!.create, { extensions: [TransfersModule] });

  const headersOf = async (method: string, path: string, body?: object): Promise<unknown[]> => {
    const { status, headers } = await service.call(method, path, body);
    return [status, ...NAMES.map((name) => headers.get(name))];
  };

  it('says so in its answers', async () => {
    expect(await headersOf('GET', `${PATH}/old`)).toEqual([
      200,
      '@1793491200',
      'Sat, 01 May 2027 00:00:00 GMT',
      '</docs/guides/policy>; rel="deprecation"',
    ]);
    expect(await headersOf('POST', `${PATH}/old`, {})).toEqual([409, '@1793491200', null, null]);
    expect(await headersOf('GET', PATH)).toEqual([200, null, null, null]);
  });

  it('says so beside the links of a list', async () => {
    const [, , , link] = await headersOf('GET', `${PATH}/page`);
    expect(link).toMatch(/rel="deprecation", .*rel="first"/);
  });

  it.each([
    ['without a token', { authorization: '' }, 401],
    ['with an unknown one', { authorization: 'Bearer nobody' }, 401],
  ])('says so to who is refused %s', async (_, headers, status) => {
    const refused = await service.call('GET', `${PATH}/old`, undefined, headers);
    expect([refused.status, refused.headers.get('deprecation')]).toEqual([status, '@1793491200']);
  });

  it('is marked in the API description', async () => {
    const { paths } = (await service.call('GET', '/openapi.json')).json as unknown as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
    };
    const headers = { Deprecation: { $ref: '#/components/headers/Deprecation' } };
    expect(paths[`${PATH}/old`]?.get).toMatchObject({ deprecated: true, responses: { 200: { headers } } });
    expect(paths[PATH]?.get).not.toHaveProperty('deprecated');
  });
});
