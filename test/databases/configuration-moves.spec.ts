import { APPLY, configuredService, IMPORT, linesOf } from '../support/configured-service';
import { onEachDatabase } from '../support/databases';

onEachDatabase('Relayers of a configuration file that change places', (create) => {
  const service = configuredService(create);
  const signer = { id: 's', type: 'aws_kms', config: { region: 'eu-central-1', key_id: 'k' } };

  /** Each relayer serves for the same signer, on the network that is given for it. */
  const written = (networks: Readonly<Record<string, string>>): string =>
    service.written({
      signers: [signer],
      relayers: Object.entries(networks).map(([id, network]) => ({
        id,
        name: id,
        network,
        network_type: 'evm',
        paused: false,
        signer_id: 's',
      })),
    });
  const networks = async (): Promise<Record<string, string>> => {
    const { configuration } = await service.exported();
    return Object.fromEntries(configuration.relayers.map(({ id, network }) => [String(id), String(network)]));
  };

  beforeEach(async () => {
    await service.apply(written({ a: 'one', b: 'two', c: 'three' }), IMPORT);
  });

  it.each([
    ['two swap', { a: 'two', b: 'one', c: 'three' }, ['a', 'b']],
    ['three go round', { a: 'two', b: 'three', c: 'one' }, ['a', 'b', 'c']],
    ['one follows another', { a: 'two', b: 'three', c: 'four' }, ['a', 'b', 'c']],
    ['a new one follows', { n: 'one', a: 'two', b: 'three', c: 'four' }, ['a', 'b', 'c', 'n']],
  ])('in one step: %s', async (_, wanted, changed) => {
    const path = written(wanted);
    const { plan: found } = await service.plan(path);
    expect(
      linesOf(found)
        .map((line) => line.split(' ')[2])
        .sort(),
    ).toEqual(changed);
    expect(await networks()).toEqual({ a: 'one', b: 'two', c: 'three' });
    expect((await service.apply(path, { ...APPLY, digest: found.digest })).plan).toEqual(found);
    expect(await networks()).toEqual(wanted);
    expect((await service.apply(path)).plan.changes).toEqual([]);
    expect(await service.audited()).toHaveLength(4 + changed.length);
    for (const id of changed.filter((each) => each !== 'n')) {
      const { json } = await service.call('GET', `/api/v1/audit-events?resource=relayer&id=${id}`);
      expect((json.data as object[]).at(-1)).toMatchObject({ version: 2 });
    }
    expect(found.changes.find(({ id }) => id === 'a')?.fields).toEqual([
      { path: 'network', before: 'one', after: 'two' },
    ]);
  });

  it('is refused where a relayer that stays has the place', async () => {
    const path = written({ a: 'two', c: 'one' });
    await expect(service.apply(path)).rejects.toThrow('Signer s already serves relayer b on evm:two');
    expect(await networks()).toEqual({ a: 'one', b: 'two', c: 'three' });
  });
});
