import { Configuration, NotificationsApi, RelayersApi } from '@openzeppelin/relayer-sdk';
import { NotificationsService } from '../../src/notifications/notifications.service';
import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { sharedApp } from '../support/shared-app';

onEachDatabase('What the client of the OpenZeppelin Relayer reads of states', (create) => {
  const service = sharedApp(create);
  const configuration = (): Configuration => new Configuration({ basePath: service.app.url, accessToken: API_KEY });

  it.each([
    { type: 'RpcValidationFailed', details: 'No endpoint answers' },
    { type: 'Multiple', details: ['one', 'two'] },
  ])('includes why a relayer is out of service: %j', async (reason) => {
    await service.add('signers', aSigner());
    await service.add('relayers', aRelayer());
    await service.call('POST', '/api/v1/relayers/relayer-1/system-state', { disabled: true, reason });
    const { data } = (await new RelayersApi(configuration()).getRelayer('relayer-1')).data;
    expect(data).toMatchObject({ system_disabled: true, disabled_reason: reason });
    await service.call('DELETE', '/api/v1/relayers/relayer-1');
    await service.call('DELETE', '/api/v1/signers/signer-1');
  });

  it('includes the events and the state of deliveries of a notification, which its changes leave alone', async () => {
    const client = new NotificationsApi(configuration());
    const events = ['signer_update'];
    await client.createNotification({ ...aNotification({ events }), url: 'https://hooks.example.com' });
    await service.app.app.get(NotificationsService).noteDeliveryState('notification-1', 'failing');
    const more = { events, delivery_state: 'failing' };
    expect((await client.getNotification('notification-1')).data.data).toMatchObject(more);
    expect((await client.updateNotification('notification-1', {})).data.data).toMatchObject(more);
    expect((await client.listNotifications()).data.data).toMatchObject([more]);
  });
});
