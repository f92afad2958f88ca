import { aNotification } from '../builders/a-notification';
import { aRelayer, relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

onEachDatabase('References between records', (create) => {
  const service = sharedApp(create);
  const remove = (path: string) => service.call('DELETE', `/api/v1/${path}`);

  beforeEach(async () => {
    await service.add('signers', aSigner());
    await service.add('notifications', aNotification());
  });
  afterEach(async () => {
    const { json } = await service.call('GET', '/api/v1/relayers?per_page=1000');
    for (const { id } of json.data as readonly { readonly id: string }[]) await remove(`relayers/${id}`);
    await remove('signers/signer-1');
    await remove('notifications/notification-1');
  });

  it('a signer that relayers use cannot be deleted: the answer names them', async () => {
    for (const number of [3, 1, 2]) await service.add('relayers', relayerNumber(number));
    const { status, json } = await remove('signers/signer-1');

    expect(status).toBe(409);
    expect(json).toEqual({
      success: false,
      data: null,
      message: 'Signer signer-1 is used by relayers: relayer-3, relayer-1, relayer-2',
    });
    expect((await service.call('GET', '/api/v1/signers/signer-1')).status).toBe(200);
  });

  it('a notification that relayers use cannot be deleted: the answer names them', async () => {
    await service.add('relayers', relayerNumber(1, { notification_id: 'notification-1' }));
    await service.add('relayers', relayerNumber(2));
    await service.call('PATCH', '/api/v1/relayers/relayer-2', { notification_id: 'notification-1' });
    const { status, json } = await remove('notifications/notification-1');

    expect(status).toBe(409);
    expect(json).toEqual({
      success: false,
      data: null,
      message: 'Notification notification-1 is used by relayers: relayer-1, relayer-2',
    });
  });

  it('both can be deleted once nobody uses them', async () => {
    await service.add('relayers', aRelayer({ notification_id: 'notification-1' }));
    await service.call('PATCH', '/api/v1/relayers/relayer-1', { notification_id: null });

    expect((await remove('notifications/notification-1')).status).toBe(200);
    expect((await remove('signers/signer-1')).status).toBe(409);
    expect((await remove('relayers/relayer-1')).status).toBe(200);
    expect((await remove('signers/signer-1')).status).toBe(200);
  });

  it('a relayer needs a signer, and a notification if it names one, that exist', async () => {
    const { status, json } = await service.call(
      'POST',
      '/api/v1/relayers',
      aRelayer({ signer_id: 'nobody', notification_id: 'nothing' }),
    );

    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { path: 'signer_id', message: 'must be the id of a signer' },
      { path: 'notification_id', message: 'must be the id of a notification' },
    ]);
  });

  it('a signer serves one relayer for a network type and network', async () => {
    await service.add('relayers', aRelayer());
    const { status, json } = await service.call('POST', '/api/v1/relayers', aRelayer({ id: 'relayer-2' }));

    expect(status).toBe(409);
    expect(json).toEqual({
      success: false,
      data: null,
      message: 'Signer signer-1 already serves relayer relayer-1 on evm:sepolia',
    });
  });

  it('a signer serves other networks and other network types, and another signer the same one', async () => {
    await service.add('signers', aSigner({ id: 'signer-2' }));
    await service.add('relayers', aRelayer());
    await service.add('relayers', aRelayer({ id: 'b', network: 'mainnet' }));
    await service.add('relayers', aRelayer({ id: 'c', network_type: 'solana' }));
    await service.add('relayers', aRelayer({ id: 'd', signer_id: 'signer-2' }));
    await remove('relayers/d');

    expect((await remove('signers/signer-2')).status).toBe(200);
  });

  it('a signer is free again once its relayer is deleted', async () => {
    await service.add('relayers', aRelayer());
    await remove('relayers/relayer-1');

    expect(await service.add('relayers', aRelayer({ id: 'relayer-2' }))).toMatchObject({ id: 'relayer-2' });
  });

  it('of many relayers that ask for one signer at once, one gets it', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        service.call('POST', '/api/v1/relayers', aRelayer({ id: `relayer-${String(index)}` })),
      ),
    );

    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('of a relayer that is created and a signer that is deleted at once, one wins', async () => {
    for (let round = 0; round < 10; round++) {
      const [created, deleted] = await Promise.all([
        service.call('POST', '/api/v1/relayers', aRelayer({ notification_id: 'notification-1' })),
        remove(round % 2 ? 'signers/signer-1' : 'notifications/notification-1'),
      ]);

      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([created.status, deleted.status]);
      await remove('relayers/relayer-1');
      await service.call('POST', '/api/v1/signers', aSigner());
      await service.call('POST', '/api/v1/notifications', aNotification());
    }
  });
});
