import { APPLY, configuredService, linesOf } from '../support/configured-service';
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
    const { plan } = await service.plan(service.written({ signers: [signer(value)] }), APPLY);
    expect(linesOf(plan)).toEqual([]);
    const { plan: other } = await service.plan(service.written({ signers: [signer('cd'.repeat(32))] }), APPLY);
    expect(linesOf(other)).toEqual(['update signer s']);
  });
});
