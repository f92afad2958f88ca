import { OpenZeppelinForm } from '../../src/configuration/domain/openzeppelin-form';
import { ExportService } from '../../src/configuration/export.service';
import { CATALOGUE } from '../../src/networks/domain/catalogue';
import { configuredService, linesOf } from '../support/configured-service';
import { onEachDatabase } from '../support/databases';

const KEY = 'ab'.repeat(32);
const signer = (value: string): object => ({ id: 's', type: 'local', config: { key: { type: 'plain', value } } });

onEachDatabase('A record that a file writes in other words', (create) => {
  const service = configuredService(create);

  it.each([
    ['without 0x', KEY],
    ['in capitals', KEY.toUpperCase()],
  ])('is the same where its key is written %s', async (_, value) => {
    await service.apply(service.written({ signers: [signer(`0x${KEY}`)] }));
    const { plan } = await service.plan(service.written({ signers: [signer(value)] }));
    expect(linesOf(plan)).toEqual([]);
    const { plan: other } = await service.plan(service.written({ signers: [signer('cd'.repeat(32))] }));
    expect(linesOf(other)).toEqual(['update signer s']);
  });

  it('is the same without the strategy of swaps that means none', async () => {
    const file = (swap_config: object): string => {
      const base = { id: 'r', name: 'R', paused: false, signer_id: 's', network: 'devnet', network_type: 'solana' };
      const policies = { fee_payment_strategy: 'user', swap_config: { cron_schedule: '@daily', ...swap_config } };
      return service.written({ signers: [signer(KEY)], relayers: [{ ...base, policies }] });
    };
    await service.apply(file({ strategy: 'noop' }));
    expect(linesOf((await service.plan(file({}))).plan)).toEqual([]);
    expect(linesOf((await service.plan(file({ min_balance_threshold: 5 }))).plan)).toEqual(['update relayer r']);
  });
});

onEachDatabase('An export for the OpenZeppelin Relayer', (create) => {
  const service = configuredService(create);

  it('has networks where no relayer is on one, as it does not start without', async () => {
    const { configuration } = await service.app.get(ExportService).export(new OpenZeppelinForm());
    expect(configuration.networks).toHaveLength(CATALOGUE.length);
    const { plan } = await service.plan(service.written(configuration));
    expect(linesOf(plan)).toEqual([]);
    expect((await service.exported()).configuration).not.toHaveProperty('networks');
  });
});
