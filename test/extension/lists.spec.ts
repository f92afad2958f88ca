import { Controller, Get, Module, Param } from '@nestjs/common';
import { Answer } from '../../src/http/answer';
import { Needs } from '../../src/http/needs.decorator';
import { DomainError } from '../../src/kernel/domain-error';
import { databases } from '../support/databases';
import { sharedApp } from '../support/shared-app';

/** More than is put together before it is sent. */
const ITEMS = 2_000;
const ITEM = { text: 'x'.repeat(100) };
const PATH = '/api/v1/things';

/** Items, until one cannot be read. */
async function* itemsUntil(most: number): AsyncGenerator<object> {
  for (let item = 0; item < ITEMS; item++) {
    await Promise.resolve();
    if (item === most) throw DomainError.unavailable('the database does not answer', undefined);
    yield ITEM;
  }
}

@Controller('api/v1/things')
class ThingsController {
  @Get(':most')
  @Needs('things:read')
  list(@Param('most') most: string): Answer {
    const bytes = ITEMS * ITEM.text.length;
    const page = { revisions: [], total: ITEMS, bytes, items: itemsUntil(Number(most)) };
    return Answer.page({ path: PATH, request: { page: 1n, perPage: 1_000 } }, page, (item) => item);
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

describe('A long list', () => {
  const service = sharedApp(databases[0]!.create, { extensions: [ThingsModule] });
  const gzip = { 'accept-encoding': 'gzip' };

  it.each([
    ['plain', {}],
    ['compressed', gzip],
  ])('is a failure like others where its first items cannot be read: %s', async (_, headers) => {
    const { status, json } = await service.call('GET', `${PATH}/0`, undefined, headers);
    expect([status, json.success, json.data]).toEqual([503, false, null]);
  });

  it('ends with its connection where later ones cannot be read', async () => {
    await expect(service.call('GET', `${PATH}/1000`)).rejects.toThrow();
  });

  it.each([
    ['plain', {}],
    ['compressed', gzip],
  ])('is whole otherwise: %s', async (_, headers) => {
    const { status, json } = await service.call('GET', `${PATH}/-1`, undefined, headers);
    expect([status, json.data]).toEqual([200, Array<object>(ITEMS).fill(ITEM)]);
  });
});
