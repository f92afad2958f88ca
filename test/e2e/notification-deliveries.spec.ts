import { type Deliverable, NotificationRepository } from '../../src/notifications/domain/notification.repository';
import { NotificationsService } from '../../src/notifications/notifications.service';
import { Database } from '../../src/persistence/database';
import { aNotification } from '../builders/a-notification';
import { onEachDatabase } from '../support/databases';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { sharedApp } from '../support/shared-app';

const PATH = '/api/v1/notifications/notification-1';
const EVENTS = ['signer_update'];
const OVERLAP_MS = 24 * 3600 * 1000;
const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

onEachDatabase('What deliveries need of a notification', (create) => {
  const clock = new FixedClock();
  const service = sharedApp(create, { extensions: [FixedClockModule.with(clock)] });

  afterEach(() => service.call('DELETE', PATH));

  const add = (given: Record<string, unknown> = {}) => service.add('notifications', aNotification(given));
  const patch = (body: unknown) => service.call('PATCH', PATH, body);
  const tag = async () => (await service.call('GET', PATH)).headers.get('etag');
  const note = (state: 'failing' | 'disabled' | undefined, id = 'notification-1') =>
    service.app.app.get(NotificationsService).noteDeliveryState(id, state);
  const audited = async (): Promise<readonly Record<string, unknown>[]> =>
    (await service.call('GET', '/api/v1/audit-events?id=notification-1&per_page=1000')).json.data;
  const apply = async (change: (notification: Record<string, unknown>) => unknown) => {
    const { configuration } = (await service.read('/api/v1/configuration')) as {
      readonly configuration: { readonly notifications: readonly Record<string, unknown>[] };
    };
    const notifications = configuration.notifications.map(change);
    return service.call('POST', '/api/v1/configuration/apply', { notifications });
  };
  const deliverable = async (): Promise<Deliverable> =>
    (await service.app.app.get(NotificationRepository).deliverable('notification-1', clock.now()))!;
  /** The keys that sign a delivery: the one of the notification, and those that co-sign. */
  const keys = async (): Promise<(string | undefined)[]> => {
    const { notification, retiredKeys } = await deliverable();
    return [notification.signingKey, ...retiredKeys].map((key) => key?.reveal());
  };
  const retiredRows = async (): Promise<number> =>
    (await service.app.app.get(Database).query('SELECT id FROM retired_signing_keys')).length;

  describe('the events that it subscribes to', () => {
    it('are kept, shown where there are any, and cleared', async () => {
      expect(await add({ events: EVENTS })).toEqual({ ...aNotification(), has_signing_key: false, events: EVENTS });
      expect((await patch({ url: 'https://other.example.com' })).json.data).toMatchObject({ events: EVENTS });
      for (const none of [null, []]) {
        expect((await patch({ events: none })).json.data).not.toHaveProperty('events');
        expect((await patch({ events: EVENTS })).json.data).toMatchObject({ events: EVENTS });
      }
    });

    it.each([null, [], undefined])('are none where a notification is created with %j', async (events) => {
      expect(await add({ events })).not.toHaveProperty('events');
    });

    it('make another version only where they are others', async () => {
      await add({ events: EVENTS });
      const before = await tag();
      await patch({ events: EVENTS });
      expect(await tag()).toBe(before);
      await patch({ events: null });
      expect(await tag()).not.toBe(before);
      expect((await audited()).at(-1)).toMatchObject({ paths: ['events'], before: { events: EVENTS } });
    });

    it.each([
      ['signer_update', 'events', 'must be a list of at most 3 items'],
      [['relayer_update'], 'events[0]', 'must be one of signer_update, network_update, plugin_update'],
      [[7], 'events[0]', 'must be one of signer_update, network_update, plugin_update'],
      [Array(4).fill('signer_update'), 'events', 'must be a list of at most 3 items'],
    ])('cannot be %j', async (events, path, message) => {
      await add();
      expect(await patch({ events })).toMatchObject({ status: 400, json: { errors: [{ path, message }] } });
    });

    it('are part of a configuration file', async () => {
      await add({ events: EVENTS });
      const kept = await apply((notification) => notification);
      expect(kept.json.data).toMatchObject({ changes: [], unchanged: 1 });
      expect(await service.read(PATH)).toMatchObject({ events: EVENTS });
      const left = await apply(({ id, url }) => ({ id, url }));
      expect(left.json.data).toMatchObject({ changes: [{ fields: [{ path: 'events', before: EVENTS }] }] });
      expect(await service.read(PATH)).not.toHaveProperty('events');
    });
  });

  describe('the state of its deliveries', () => {
    it('is shown while something is wrong, each change with an entry in the audit trail', async () => {
      await add();
      for (const state of ['failing', 'failing', 'disabled', undefined, undefined] as const) await note(state);
      const entries = (await audited()).slice(-4);
      expect(entries.map(({ action, version }) => [action, version])).toEqual([
        ['notification.created', 1],
        ['notification.failing', 1],
        ['notification.disabled', 1],
        ['notification.recovered', 1],
      ]);
      expect(entries[2]).toMatchObject({
        actor: { id: 'service' },
        paths: ['delivery_state'],
        before: { delivery_state: 'failing' },
        after: { delivery_state: 'disabled' },
      });
      await note('failing');
      expect(await service.read(PATH)).toMatchObject({ delivery_state: 'failing' });
      expect((await audited()).at(-1)).toMatchObject({ version: 1 });
      await note('failing', 'nobody');
    });

    it.each([
      ['stays with', {}, 'failing'],
      ['stays with', { events: EVENTS }, 'failing'],
      ['stays with', { url: 'https://hooks.example.com/relayers', signing_key: A }, 'failing'],
      ['is cleared by', { url: 'https://other.example.com' }, undefined],
      ['is cleared by', { signing_key: B }, undefined],
      ['is cleared by', { signing_key: '' }, undefined],
    ])('%s the change %j', async (_, change, state) => {
      await add({ signing_key: A });
      await note('failing');
      expect(((await patch(change)).json.data as { delivery_state?: string }).delivery_state).toBe(state);
      expect((await service.read(PATH)).delivery_state).toBe(state);
    });

    it.each([
      ['is noted after', { events: EVENTS }, 'disabled'],
      ['is not noted after', { url: 'https://other.example.com' }, 'failing'],
      ['is not noted after', { signing_key: B }, 'failing'],
      ['is not noted after', { signing_key: '' }, 'failing'],
    ])('%s an attempt from before the change %j', async (_, change, state) => {
      await add({ signing_key: A });
      const { notification } = await deliverable();
      await patch(change);
      await note('failing');
      await service.app.app.get(NotificationsService).noteDeliveryState('notification-1', 'disabled', notification);
      expect((await service.read(PATH)).delivery_state).toBe(state);
    });

    it('is no field of a request, and not part of a configuration file', async () => {
      await add();
      expect((await patch({ delivery_state: null })).status).toBe(400);
      await note('disabled');
      const same = await apply((notification) => notification);
      expect(same.json.data).toMatchObject({ changes: [], unchanged: 1 });
      await apply((notification) => ({ ...notification, events: EVENTS }));
      expect(await service.read(PATH)).toMatchObject({ delivery_state: 'disabled', events: EVENTS });
      await apply((notification) => ({ ...notification, url: 'https://other.example.com' }));
      expect(await service.read(PATH)).not.toHaveProperty('delivery_state');
    });
  });

  describe('the keys that it had', () => {
    it('co-sign for the time that is set, and not from that instant on', async () => {
      await add({ signing_key: A });
      expect(await keys()).toEqual([A]);
      await patch({ signing_key: B });
      expect(await keys()).toEqual([B, A]);
      clock.advance(OVERLAP_MS / 2);
      await patch({ signing_key: C });
      expect(await keys()).toEqual([C, B, A]);
      clock.advance(OVERLAP_MS / 2 - 1);
      expect(await keys()).toEqual([C, B, A]);
      clock.advance(1);
      expect(await keys()).toEqual([C, B]);
      expect(await retiredRows()).toBe(2);
      await patch({ url: 'https://other.example.com' });
      expect(await retiredRows()).toBe(1);
      clock.advance(OVERLAP_MS);
      expect(await keys()).toEqual([C]);
    });

    it('sign once where one of them is set again', async () => {
      await add({ signing_key: A });
      for (const signing_key of [B, A]) await patch({ signing_key });
      expect(await keys()).toEqual([A, B]);
    });

    it.each([
      ['url', { url: 'https://other.example.com' }],
      ['key', { signing_key: B }],
    ])('are not made by a change of the %s to what already is', async (_, change) => {
      await add({ signing_key: A });
      await patch({ signing_key: B });
      await patch(change);
      expect(await keys()).toEqual([B, A]);
      await note('failing');
      expect(await keys()).toEqual([B, A]);
    });

    it('are none where there was none, and gone with the key that is removed', async () => {
      await add();
      await patch({ signing_key: A });
      expect(await keys()).toEqual([A]);
      await patch({ signing_key: B });
      await patch({ signing_key: '' });
      expect([await keys(), await retiredRows()]).toEqual([[undefined], 0]);
      await patch({ signing_key: C });
      expect(await keys()).toEqual([C]);
    });

    it('are gone with the notification', async () => {
      await add({ signing_key: A });
      await patch({ signing_key: B });
      await service.call('DELETE', PATH);
      expect(await retiredRows()).toBe(0);
      await add({ signing_key: C });
      expect(await keys()).toEqual([C]);
    });

    it('co-sign, too, where a configuration file has another key', async () => {
      await add({ signing_key: A });
      const applied = await apply((notification) => ({ ...notification, signing_key: { type: 'plain', value: B } }));
      expect(applied.status).toBe(200);
      expect(await keys()).toEqual([B, A]);
    });
  });
});
