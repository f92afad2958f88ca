import { Global, Injectable, Module } from '@nestjs/common';
import { Clock } from '../../src/kernel/clock';
import type { Page, PageRequest } from '../../src/kernel/page';
import type { Locked, ManyOf, Stored } from '../../src/kernel/record';
import { replacementOf } from '../../src/persistence/adapted-port';
import type { Relayer } from '../../src/relayers/domain/relayer';
import { type RelayerFilter, RelayerRepository, type Served } from '../../src/relayers/domain/relayer.repository';
import { RelayersModule } from '../../src/relayers/relayers.module';
import { TypeOrmRelayerRepository } from '../../src/relayers/typeorm/typeorm-relayer.repository';
import { type OpenApp, openApp } from '../support/open-app';

/** A repository of somebody else, around the one that it replaces: it hides some relayers, and counts what is asked. */
@Injectable()
class SelectiveRelayerRepository extends RelayerRepository {
  override readonly many: ManyOf<Relayer>;
  readonly asked: string[] = [];

  constructor(private readonly relayers: TypeOrmRelayerRepository) {
    super();
    this.many = relayers.many;
  }

  override async find(id: string): Promise<Stored<Relayer> | undefined> {
    this.asked.push(`find ${id}`);
    return id.startsWith('hidden') ? undefined : this.relayers.find(id);
  }

  override page(request: PageRequest, filter: RelayerFilter): Promise<Page<Stored<Relayer>>> {
    this.asked.push('page');
    return this.relayers.page(request, { ...filter, paused: false });
  }

  override lock(id: string): Promise<Locked<Relayer> | undefined> {
    this.asked.push(`lock ${id}`);
    return this.relayers.lock(id);
  }

  override served(signerId: string, networkType: string, network: string): Promise<string | undefined> {
    return this.relayers.served(signerId, networkType, network);
  }

  override add(relayer: Relayer): Promise<Stored<Relayer>> {
    this.asked.push(`add ${relayer.id}`);
    return this.relayers.add(relayer);
  }

  override replace(locked: Locked<Relayer>, relayer: Relayer): Promise<Stored<Relayer>> {
    return this.relayers.replace(locked, relayer);
  }

  override remove(locked: Locked<Relayer>): Promise<void> {
    return this.relayers.remove(locked);
  }

  override servedAll(served: readonly Served[]): Promise<ReadonlyMap<string, string>> {
    return this.relayers.servedAll(served);
  }

  override vacate(ids: readonly string[]): Promise<void> {
    return this.relayers.vacate(ids);
  }
}

@Global()
@Module({
  imports: [RelayersModule],
  providers: [{ provide: replacementOf(RelayerRepository), useClass: SelectiveRelayerRepository }],
  exports: [replacementOf(RelayerRepository)],
})
class SelectiveModule {}

class StandingClock extends Clock {
  override now(): Date {
    return new Date('2030-01-01T00:00:00Z');
  }
}

@Global()
@Module({
  providers: [{ provide: replacementOf(Clock), useClass: StandingClock }],
  exports: [replacementOf(Clock)],
})
class StandingClockModule {}

describe('an adapter from outside', () => {
  let service: OpenApp;

  beforeAll(async () => {
    service = await openApp({ extensions: [SelectiveModule, StandingClockModule] });
    const config = { key: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' };
    await service.call('POST', '/api/v1/signers', { id: 'signer', type: 'local', config });
    for (const [id, paused] of [
      ['shown', false],
      ['paused', true],
      ['hidden', false],
    ] as const) {
      const relayer = { id, name: id, network: id, network_type: 'evm', signer_id: 'signer', paused };
      expect((await service.call('POST', '/api/v1/relayers', relayer)).status).toBe(201);
    }
  });
  afterAll(() => service.close());

  it('serves the requests in place of the one that it replaces', async () => {
    const { json } = await service.call('GET', '/api/v1/relayers');
    expect(json.data).toMatchObject([{ id: 'shown' }, { id: 'hidden' }]);
    expect((await service.call('GET', '/api/v1/relayers/shown')).status).toBe(200);
    expect((await service.call('GET', '/api/v1/relayers/hidden')).status).toBe(404);
    const repository = service.app.get<SelectiveRelayerRepository>(RelayerRepository, { strict: false });
    expect(repository.asked).toEqual(expect.arrayContaining(['add shown', 'page', 'find shown', 'find hidden']));
  });

  it('takes part in the transactions of the service', async () => {
    const [one, two] = await Promise.all(
      [{ name: 'One' }, { policies: { min_balance: 1 } }].map((patch) =>
        service.call('PATCH', '/api/v1/relayers/shown', patch),
      ),
    );
    expect([one!.status, two!.status]).toEqual([200, 200]);
    const { json } = await service.call('GET', '/api/v1/relayers/shown');
    expect(json.data).toMatchObject({ name: 'One', policies: { min_balance: 1 } });
  });

  it('replaces the clock as well', () => {
    expect(service.app.get(Clock, { strict: false }).now().getUTCFullYear()).toBe(2030);
  });
});

it('leaves another application as it is', async () => {
  const service = await openApp();
  expect(service.app.get(RelayerRepository, { strict: false })).toBeInstanceOf(TypeOrmRelayerRepository);
  await service.close();
});
