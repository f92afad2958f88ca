import { Database } from '../../src/persistence/database';
import { RelayerCounter } from '../../src/relayers/domain/relayer-counter';
import { aRelayer, relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { samplesOf, valueOf } from '../support/prometheus';
import { sharedApp } from '../support/shared-app';

/** More than one statement counts. */
const MANY = 70_000;
const MOST_NETWORKS = 100;

onEachDatabase('The metrics of relayers', (create) => {
  const service = sharedApp(create);

  beforeAll(async () => {
    await service.add('signers', aSigner());
    await service.add('relayers', aRelayer());
    await service.add('signers', aSigner({ id: 'signer-2' }));
    await service.add('relayers', aRelayer({ id: 'relayer-2', signer_id: 'signer-2', paused: true }));
    await service.add('relayers', relayerNumber(3));
    const reason = { type: 'NonceSyncFailed', details: 'none' };
    await service.call('POST', '/api/v1/relayers/relayer-3/system-state', { disabled: true, reason });
  });

  const networksOf = (text: string) =>
    samplesOf(text)
      .filter(({ name }) => name === 'relayers_by_network')
      .map(({ labels, value }) => [labels.network_type, labels.network, value]);

  it('count them by network, and those that are out of service, at most once a minute', async () => {
    const read = async () => (await service.call('GET', '/metrics')).text;
    const expectCounts = (text: string): void => {
      expect(networksOf(text)).toEqual([
        ['evm', 'network-3', 1],
        ['evm', 'sepolia', 2],
      ]);
      expect(valueOf(text, 'relayers_paused')).toBe(1);
      expect(valueOf(text, 'relayers_system_disabled')).toBe(1);
    };
    // Who reads while it takes long to count is told what was counted before.
    await eventually(async () => expectCounts(await read()));
    await service.add('relayers', relayerNumber(4));
    expectCounts(await read());
  });

  it('count very many in parts, and name no more than some of their networks', async () => {
    const database = service.app.app.get(Database);
    await database.run(async () => {
      await database.query(
        `INSERT INTO relayers (id, version, name, network_type, network, address, search_text, policies, paused,
            system_disabled, signer_id)
          WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${String(MANY)})
          SELECT 'many-' || number, 1, 'Many', network_type, 'many-' || number, address, search_text, policies, TRUE,
            system_disabled, signer_id FROM relayers CROSS JOIN numbers WHERE id = 'relayer-1'`,
      );
      await database.query(
        `UPDATE record_counts SET records = records + ? WHERE collection = 'relayers' AND level = 0`,
        [MANY],
      );
    });
    const { all, paused, networks } = await service.app.app.get(RelayerCounter).count(MOST_NETWORKS);
    expect([all, paused, networks.length]).toEqual([MANY + 4, MANY + 1, MOST_NETWORKS]);
  });
});

onEachDatabase('The metrics of relayers on very many networks', (create) => {
  const service = sharedApp(create);

  it('have one label for those that come last', async () => {
    await service.add('signers', aSigner());
    for (let number = 0; number < MOST_NETWORKS + 2; number++) await service.add('relayers', relayerNumber(number));
    await eventually(async () => {
      const { text } = await service.call('GET', '/metrics');
      const networks = samplesOf(text).filter(({ name }) => name === 'relayers_by_network');
      expect(networks).toHaveLength(MOST_NETWORKS + 1);
      expect(networks.at(-1)).toMatchObject({ labels: { network_type: 'other', network: 'other' }, value: 2 });
    });
  });
});
