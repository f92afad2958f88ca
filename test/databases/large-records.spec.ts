import { NetworkRepository } from '../../src/networks/domain/network.repository';
import { RelayerRepository } from '../../src/relayers/domain/relayer.repository';
import { signerEntity, relayerEntity } from '../builders/entities';
import { APPLY, configuredService } from '../support/configured-service';
import { onEachDatabase } from '../support/databases';
import { sharedPorts } from '../support/open-database';

const LARGE = { custom_rpc_urls: Array.from({ length: 20 }, (_, n) => ({ url: urlOf(n), weight: 1 })) };
const COUNT = 12;

/** Of 8 KiB: twenty of them take over half of what is read at once. */
function urlOf(index: number): string {
  return `https://rpc.example.com/${String(index)}/`.padEnd(8192, '0123456789');
}

onEachDatabase('Large records', (create) => {
  const { ports } = sharedPorts(create);

  it('are read at once with few others', async () => {
    const { database, signers, relayers } = ports();
    const ids = ['small', 'large-1', 'absent', 'large-2', 'large-3', 'last'];
    await database.run(() => signers.add(signerEntity('signer')));
    await database.run(() =>
      relayers.many.write(
        ids
          .filter((id) => id !== 'absent')
          .map((id) => ({ after: relayerEntity(id, id.startsWith('large') ? LARGE : {}) })),
      ),
    );
    const parts: (readonly string[])[] = [];
    for await (const part of relayers.many.partsOf(ids)) parts.push(part);
    expect(parts).toEqual([['small', 'large-1', 'absent'], ['large-2'], ['large-3', 'last']]);
  });
});

onEachDatabase('A configuration of large records', (create) => {
  const service = configuredService(create);
  const configuration = (name: string, rest: object) => ({
    relayers: Array.from({ length: COUNT }, (_, n) => ({
      id: `r${String(n)}`,
      name,
      network: 'sepolia',
      network_type: 'evm',
      paused: false,
      signer_id: `s${String(n)}`,
      ...rest,
    })),
    signers: Array.from({ length: COUNT }, (_, n) => ({
      id: `s${String(n)}`,
      type: 'local',
      config: { key: { type: 'plain', value: String(n + 1).padStart(64, '0') } },
    })),
  });

  it.each([
    ['stored, and small in the file', LARGE, {}],
    ['small where they are stored', {}, LARGE],
  ])('is compared and prepared a few records at a time: %s', async (_, before, after) => {
    await service.apply(service.written(configuration('before', before)), APPLY);
    const { many } = service.app.get(RelayerRepository);
    const [found, prepared] = [jest.spyOn(many, 'find'), jest.spyOn(many, 'prepare')];
    const { plan } = await service.apply(service.written(configuration('after', after)), APPLY);
    expect(plan.changes).toHaveLength(COUNT);
    const sizes = prepared.mock.calls.map(([changes]) => changes.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(COUNT);
    expect(Math.max(...sizes)).toBe(1);
    if (before === LARGE) expect(Math.max(...found.mock.calls.map(([ids]) => ids.length))).toBe(1);
  });

  it('has the small records of other kinds a hundred at a time', async () => {
    const { many } = service.app.get(NetworkRepository);
    const ids = Array.from({ length: 150 }, (_, n) => `evm:n${String(n)}`);
    const sizes: number[] = [];
    for await (const part of many.partsOf(ids)) sizes.push(part.length);
    expect(sizes).toEqual([100, 50]);
  });
});
