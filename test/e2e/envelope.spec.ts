import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const JSON_TYPE = 'application/json; charset=utf-8';

const bodies = { signers: aSigner(), notifications: aNotification(), relayers: aRelayer() };
const singular = { signers: 'Signer', notifications: 'Notification', relayers: 'Relayer' };
type Collection = keyof typeof bodies;
const collections = Object.keys(bodies) as Collection[];

/** What is said of a record that does not exist. */
const absent = (collection: Collection, id: string): string =>
  collection === 'notifications' ? 'Notification not found' : `${singular[collection]} with ID ${id} not found`;

onEachDatabase('The envelope', (create) => {
  const service = sharedApp(create);

  beforeEach(async () => {
    for (const collection of collections) await service.add(collection, bodies[collection]);
  });
  afterEach(async () => {
    for (const collection of [...collections].reverse()) {
      await service.call('DELETE', `/api/v1/${collection}/${String(bodies[collection].id)}`);
    }
  });

  describe.each(collections)('of %s', (collection) => {
    const path = `/api/v1/${collection}`;
    const record = `${path}/${String(bodies[collection].id)}`;

    it('has success, data and an empty error around a record', async () => {
      const { status, headers, json } = await service.call('GET', record);

      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe(JSON_TYPE);
      expect(json).toEqual({ success: true, data: expect.objectContaining({ id: bodies[collection].id }), error: '' });
    });

    it('has pagination beside a list', async () => {
      const { status, headers, json } = await service.call('GET', path);

      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe(JSON_TYPE);
      expect(json).toEqual({
        success: true,
        data: [expect.objectContaining({ id: bodies[collection].id })],
        error: '',
        pagination: { current_page: 1, per_page: 10, total_items: 1 },
      });
    });

    it('is around a record that was created, with a 201', async () => {
      const body = { ...bodies[collection], id: 'another', ...(collection === 'relayers' && { network: 'another' }) };
      const { status, headers, json } = await service.call('POST', path, body);
      await service.call('DELETE', `${path}/another`);

      expect(status).toBe(201);
      expect(headers.get('content-type')).toBe(JSON_TYPE);
      expect(json).toEqual({ success: true, data: expect.objectContaining({ id: 'another' }), error: '' });
    });

    it('is around a sentence once a record was deleted', async () => {
      if (collection !== 'relayers') await service.call('DELETE', '/api/v1/relayers/relayer-1');
      const { status, json } = await service.call('DELETE', record);

      expect(status).toBe(200);
      expect(json).toEqual({ success: true, data: `${singular[collection]} deleted successfully`, error: '' });
      expect((await service.call('GET', record)).status).toBe(404);
    });

    it.each(['nobody', 'a%20b', 'a%00b', '%C3%BC', 'x'.repeat(37), '..', "'%20OR%201=1"])(
      'has data null and a message for the record %s, which there is not',
      async (id) => {
        for (const method of ['GET', 'DELETE', ...(collection === 'signers' ? [] : ['PATCH'])]) {
          const url = id === '..' ? `${path}/%2E%2E%2F` : `${path}/${id}`;
          const { status, headers, json } = await service.call(method, url, method === 'PATCH' ? {} : undefined);

          expect([method, status]).toEqual([method, 404]);
          expect(headers.get('content-type')).toBe(JSON_TYPE);
          expect(json).toEqual({
            success: false,
            data: null,
            message: absent(collection, id === '..' ? '../' : decodeURIComponent(id)),
          });
        }
      },
    );

    it('has a message for an id that is taken', async () => {
      const { status, json } = await service.call('POST', path, bodies[collection]);

      expect(status).toBe(409);
      expect(json).toEqual({
        success: false,
        data: null,
        message: `${singular[collection]} with ID ${String(bodies[collection].id)} already exists`,
      });
    });

    it('has the faults beside a message for a body that breaks rules', async () => {
      const { status, json } = await service.call('POST', path, { id: '?', wings: 2 });

      expect(status).toBe(400);
      expect(json).toEqual({ success: false, data: null, message: 'Bad Request', errors: expect.any(Array) });
      expect(json.errors).toEqual(
        expect.arrayContaining([
          { path: 'id', message: 'must be 1 to 36 characters of A-Z a-z 0-9 - _' },
          { path: 'wings', message: 'is not a known field' },
        ]),
      );
    });

    it.each(['a', 'Z9-_', 'x'.repeat(36)])('takes %s for an id', async (id) => {
      const body = { ...bodies[collection], id, ...(collection === 'relayers' && { network: id }) };
      const { status } = await service.call('POST', path, body);
      await service.call('DELETE', `${path}/${id}`);

      expect(status).toBe(201);
    });

    it('gives a UUID v4 to a record that comes without an id', async () => {
      const body = { ...bodies[collection], id: null, ...(collection === 'relayers' && { network: 'other' }) };
      const created = await service.add(collection, body);
      await service.call('DELETE', `${path}/${String(created.id)}`);

      expect(created.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    });

    it.each(['', 'a b', 'a.b', 'a/b', 'ü', 'x'.repeat(37), 5, true, {}, []])('refuses the id %j', async (id) => {
      const { status, json } = await service.call('POST', path, { ...bodies[collection], id });

      expect(status).toBe(400);
      expect(json.errors).toEqual([{ path: 'id', message: 'must be 1 to 36 characters of A-Z a-z 0-9 - _' }]);
    });
  });
});
