import { stringifyExact } from '../../src/kernel/exact-json';
import { Database } from '../../src/persistence/database';
import { RelayerRepository } from '../../src/relayers/domain/relayer.repository';
import { configuredService, IMPORT, linesOf, PRUNE } from '../support/configured-service';
import { onEachDatabase } from '../support/databases';

type Config = Record<string, Record<string, unknown>[]>;

onEachDatabase('Changes of a configuration file', (create) => {
  const service = configuredService(create);
  const signer = (id: string, key: string) => ({
    id,
    type: 'local',
    config: { key: { type: 'plain', value: key.padStart(64, '0') } },
  });
  const relayer = (id: string, signer_id: string, rest: object = {}) => ({
    id,
    name: id,
    network: 'sepolia',
    network_type: 'evm',
    paused: false,
    signer_id,
    ...rest,
  });
  const base = (): Config => ({
    relayers: [relayer('a', 's', { notification_id: 'h', policies: { gas_price_cap: 2n ** 70n } }), relayer('b', 't')],
    signers: [signer('s', '1'), signer('t', '2')],
    notifications: [
      {
        id: 'h',
        type: 'webhook',
        url: 'https://a.example.com/in?k=1',
        signing_key: { type: 'plain', value: 'k'.repeat(32) },
      },
    ],
  });

  beforeEach(async () => {
    await service.apply(service.written(base()), IMPORT);
  });

  it('tells what differs, by field, without secrets, and changes nothing', async () => {
    const changed = base();
    changed.relayers![0] = relayer('a', 's', { paused: true, policies: { gas_price_cap: 2n ** 70n + 1n } });
    changed.relayers![1]!.custom_rpc_urls = ['https://rpc.example.com/v3/credential'];
    changed.signers![1] = signer('t', '3');
    changed.notifications![0]!.signing_key = { type: 'plain', value: 'n'.repeat(32) };
    changed.notifications![0]!.url = 'https://b.example.com/in?k=2';
    const before = stringifyExact(await service.exported());
    const { plan: found } = await service.plan(service.written(changed));
    expect(found).toEqual({
      changes: [
        { action: 'update', resource: 'signer', id: 't', fields: [{ path: 'config.key', secret: true }] },
        {
          action: 'update',
          resource: 'notification',
          id: 'h',
          fields: [
            { path: 'url', before: 'https://a.example.com/***', after: 'https://b.example.com/***' },
            { path: 'signing_key', secret: true },
          ],
        },
        {
          action: 'update',
          resource: 'relayer',
          id: 'a',
          fields: [
            { path: 'paused', before: false, after: true },
            { path: 'notification_id', before: 'h' },
            { path: 'policies.gas_price_cap', before: 2n ** 70n, after: 2n ** 70n + 1n },
          ],
        },
        {
          action: 'update',
          resource: 'relayer',
          id: 'b',
          fields: [
            {
              path: 'address',
              before: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
              after: '0x6813Eb9362372EEF6200f3b1dbC3f819671cBA69',
            },
            { path: 'custom_rpc_urls', after: [{ url: 'https://rpc.example.com/***', weight: 100 }] },
          ],
        },
      ],
      unchanged: 1,
      extra: 0,
      skipped: 0,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(stringifyExact(await service.exported())).toBe(before);
    expect(await service.audited()).toHaveLength(5);
  });

  it('applies it once, with an audit entry for each change', async () => {
    const changed = base();
    changed.relayers![1] = relayer('b', 's', { network: 'base' });
    changed.signers![1] = signer('t', '3');
    const path = service.written(changed);
    expect(linesOf((await service.apply(path)).plan)).toEqual(['update signer t', 'update relayer b']);
    expect((await service.apply(path)).plan.changes).toEqual([]);
    expect((await service.audited()).slice(5)).toEqual(['signer.updated t', 'relayer.updated b']);
    const { json } = await service.call('GET', '/api/v1/relayers/b');
    expect(json.data).toMatchObject({ network: 'base', signer_id: 's' });
  });

  it('deletes only when told to, and a signer may then serve another relayer', async () => {
    const other = { ...base(), relayers: [relayer('a', 's'), relayer('c', 't')], notifications: [] };
    const path = service.written(other);
    await expect(service.apply(path)).rejects.toThrow('Signer t already serves relayer b on evm:sepolia');
    expect(await service.ids('relayers')).toEqual(['a', 'b']);
    expect(linesOf((await service.apply(path, PRUNE)).plan)).toEqual([
      'delete relayer b',
      'update relayer a',
      'create relayer c',
      'delete notification h',
    ]);
    expect((await service.apply(path, PRUNE)).plan.changes).toEqual([]);
  });

  it('leaves alone what the file has no section for, and refers to it', async () => {
    const path = service.written({ relayers: [relayer('a', 's', { notification_id: 'h' })] });
    const { plan: found } = await service.apply(path);
    expect(found).toMatchObject({ extra: 1, changes: [{ id: 'a' }] });
    await service.apply(path, PRUNE);
    expect([await service.ids('relayers'), await service.ids('signers'), await service.ids('notifications')]).toEqual([
      ['a'],
      ['s', 't'],
      ['h'],
    ]);
    await expect(
      service.apply(service.written({ relayers: [relayer('a', 'x', { notification_id: 'y' })] })),
    ).rejects.toThrow(
      'relayers[0].signer_id must be the id of a signer: x is neither in the file nor stored; ' +
        'relayers[0].notification_id must be the id of a notification: y is neither in the file nor stored',
    );
  });

  it('does not move a relayer that it says nothing of to another account', async () => {
    const path = service.written({ signers: [signer('s', '5'), signer('t', '2')] });
    await expect(service.apply(path)).rejects.toThrow('Signer s would get another account, and serves relayer a');
  });

  it('imports beside what is there, as told', async () => {
    const more = base();
    more.signers!.push(signer('u', '7'));
    more.signers![0] = signer('s', '9');
    more.relayers!.push(relayer('c', 's', { network: 'base' }));
    const path = service.written(more);
    await expect(service.apply(path, IMPORT)).rejects.toThrow(
      'Already stored: signer s, signer t, notification h, relayer a, relayer b',
    );
    expect(await service.ids('signers')).toEqual(['s', 't']);
    const { plan: found } = await service.apply(path, { onConflict: 'skip', prune: false });
    expect(linesOf(found)).toEqual(['create signer u', 'create relayer c']);
    expect(found.skipped).toBe(5);
    const { json } = await service.call('GET', '/api/v1/relayers/c');
    expect(json.data).toMatchObject({ address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' });
  });

  it('changes nothing where one record is refused', async () => {
    const changed = base();
    changed.signers!.push(signer('u', '7'));
    changed.relayers!.push(relayer('c', 'u', { network_type: 'solana', network: 'devnet', address: 'wrong' }));
    await expect(service.apply(service.written(changed))).rejects.toThrow('relayers[2].address');
    await expect(
      service.apply(service.written({ ...changed, relayers: [{ ...relayer('c', 'u'), name: 5 }] })),
    ).rejects.toThrow();
    await expect(service.apply(service.written('{"relayers": ['))).rejects.toThrow('it ends too early');
    expect(await service.ids('signers')).toEqual(['s', 't']);
    expect(await service.audited()).toHaveLength(5);
  });

  it('needs the secrets that it names', async () => {
    const changed = base();
    changed.notifications![0]!.signing_key = { type: 'env', value: 'UNSET_SIGNING_KEY' };
    await expect(service.plan(service.written(changed))).rejects.toThrow(
      'notifications[0].signing_key names the variable UNSET_SIGNING_KEY, which is not set',
    );
  });

  it('keeps what the service found out of a relayer', async () => {
    const { app } = service;
    const repository = app.get(RelayerRepository);
    await app.get(Database).run(async () => {
      for await (const { entity } of (await repository.page({ page: 1n, perPage: 1000 }, {})).items) {
        const locked = (await repository.lock(entity.id))!;
        await repository.replace(locked, locked.entity.withSystemState({ type: 'rpc', details: 'down' }));
      }
    });
    const changed = base();
    changed.relayers![0]!.name = 'other';
    await service.apply(service.written(changed));
    const { json } = await service.call('GET', '/api/v1/relayers/a');
    expect(json.data).toMatchObject({ name: 'other', system_disabled: true, disabled_reason: { type: 'rpc' } });
  });
});
