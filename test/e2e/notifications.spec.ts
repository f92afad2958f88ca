import { SecretBox } from '../../src/encryption/secret-box';
import { Database } from '../../src/persistence/database';
import { aNotification } from '../builders/a-notification';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const PATH = '/api/v1/notifications/notification-1';
const KEY = 'a-signing-key-of-more-than-32-bytes';
const OTHER_KEY = 'another-signing-key-of-over-32-bytes';

onEachDatabase('Notifications', (create) => {
  const service = sharedApp(create);

  afterEach(() => service.call('DELETE', PATH));

  const add = (signing_key?: unknown) =>
    service.add('notifications', aNotification(signing_key === undefined ? {} : { signing_key }));
  const patch = (body: unknown) => service.call('PATCH', PATH, body);

  /** The signing key that deliveries would be signed with, as it is kept. */
  async function keptKey(): Promise<string | undefined> {
    const rows = await service.app.app
      .get(Database)
      .query<{ signing_key: string | null }>('SELECT signing_key FROM notifications WHERE id = ?', ['notification-1']);
    const sealed = rows[0]?.signing_key ?? undefined;
    return sealed && service.app.app.get(SecretBox).open(sealed, 'notifications/notification-1/signing_key');
  }

  it('have an id, a type, a URL and whether there is a signing key, and nothing else', async () => {
    expect(await add(KEY)).toEqual({
      id: 'notification-1',
      type: 'webhook',
      url: 'https://hooks.example.com/relayers',
      has_signing_key: true,
    });
    expect(await service.read(PATH)).toEqual(await service.read(PATH));
  });

  it('need a URL only', async () => {
    const { status, json } = await service.call('POST', '/api/v1/notifications', { url: 'http://hooks.example.com' });
    const created: { id: string } = json.data;
    await service.call('DELETE', `/api/v1/notifications/${created.id}`);

    expect(status).toBe(201);
    expect(created).toEqual({
      id: expect.any(String),
      type: 'webhook',
      url: 'http://hooks.example.com',
      has_signing_key: false,
    });
  });

  describe('that have a signing key', () => {
    beforeEach(() => add(KEY));

    it.each([
      ['absent', { url: 'https://other.example.com' }],
      ['null', { signing_key: null }],
    ])('keep it where signing_key is %s', async (_, body) => {
      const { status, json } = await patch(body);

      expect(status).toBe(200);
      expect(json.data).toMatchObject({ has_signing_key: true });
      expect(await keptKey()).toBe(KEY);
    });

    it('lose it where signing_key is the empty string', async () => {
      const { status, json } = await patch({ signing_key: '' });

      expect(status).toBe(200);
      expect(json.data).toMatchObject({ has_signing_key: false });
      expect(await service.read(PATH)).toMatchObject({ has_signing_key: false });
      expect(await keptKey()).toBeUndefined();
    });

    it.each([OTHER_KEY, 'x', ' ', 'null', 'ключ 🔑'])('get the one that signing_key is: %j', async (signing_key) => {
      const { status, json } = await patch({ signing_key });

      expect(status).toBe(200);
      expect(json.data).toMatchObject({ has_signing_key: true });
      expect(await keptKey()).toBe(signing_key);
    });

    it('get another version by another key, and keep it by the same', async () => {
      const tag = async (signing_key: string) => (await patch({ signing_key })).headers.get('etag');
      const before = (await service.call('GET', PATH)).headers.get('etag');

      expect(await tag(KEY)).toBe(before);
      expect(await tag(OTHER_KEY)).not.toBe(before);
    });
  });

  describe('that have no signing key', () => {
    it.each([['absent'], ['null'], ['empty']])('get none where signing_key is %s', async (given) => {
      await add();
      const { json } = await patch({ absent: {}, null: { signing_key: null }, empty: { signing_key: '' } }[given]);

      expect(json.data).toMatchObject({ has_signing_key: false });
      expect(await keptKey()).toBeUndefined();
    });

    it('get one where signing_key is a text', async () => {
      await add();

      expect((await patch({ signing_key: KEY })).json.data).toMatchObject({ has_signing_key: true });
      expect(await keptKey()).toBe(KEY);
    });

    it.each([null, ''])('have none either where they are created with signing_key %j', async (signing_key) => {
      expect(await add(signing_key)).toMatchObject({ has_signing_key: false });
    });
  });

  it.each([
    ['an empty object', {}],
    ['null for everything', { type: null, url: null, signing_key: null }],
    ['what is already', { type: 'webhook', url: 'https://hooks.example.com/relayers' }],
  ])('are not changed by %s, not even their version', async (_, body) => {
    await add(KEY);
    const before = await service.call('GET', PATH);
    const reply = await patch(body);

    expect(reply.status).toBe(200);
    expect(reply.text).toBe(before.text);
    expect(reply.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('get another URL', async () => {
    await add();
    const { json } = await patch({ type: 'webhook', url: 'https://other.example.com/?token=x' });

    expect(json.data).toEqual({
      id: 'notification-1',
      type: 'webhook',
      url: 'https://other.example.com/?token=x',
      has_signing_key: false,
    });
    expect(await service.read(PATH)).toEqual(json.data);
  });

  it.each([
    ['id', 'other'],
    ['has_signing_key', false],
    ['type', 'slack'],
    ['type', 'Webhook'],
    ['type', ''],
    ['type', 5],
    ['url', ''],
    ['url', 'hooks.example.com'],
    ['url', 'ftp://hooks.example.com'],
    ['url', 'javascript:alert(1)'],
    ['url', `https://x.example.com/${'x'.repeat(2048)}`],
    ['url', ['https://hooks.example.com']],
    ['signing_key', 5],
    ['signing_key', false],
    ['signing_key', {}],
    ['signing_key', 'x'.repeat(65_537)],
    ['secret', 'x'],
  ])('refuse %s: %j', async (field, value) => {
    await add();
    const { status, json } = await patch({ [field]: value });

    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: field, message: expect.any(String) }]);
    expect(await service.read(PATH)).toMatchObject({ url: 'https://hooks.example.com/relayers' });
  });

  it('warn of a key that can be guessed, in the log and without it', async () => {
    await add('short-key-of-few');
    await patch({ signing_key: OTHER_KEY });
    const warnings = service.app.logged.filter((line) => line.includes('fewer than 32 bytes'));

    expect(warnings).not.toHaveLength(0);
    expect(service.app.logged.join('\n')).not.toContain('short-key-of-few');
  });
});
