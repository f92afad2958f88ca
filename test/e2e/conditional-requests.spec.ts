import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const FAILED = { success: false, data: null, message: 'Precondition Failed' };

onEachDatabase('Conditional requests', (create) => {
  const service = sharedApp(create);
  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    service.call(method, `/api/v1/${path}`, body, headers);
  const tagOf = async (path: string): Promise<string> => (await send('GET', path, {})).headers.get('etag')!;

  beforeEach(async () => {
    await service.add('signers', aSigner());
    await service.add('notifications', aNotification());
    await service.add('relayers', aRelayer());
  });
  afterEach(async () => {
    for (const path of ['relayers/relayer-1', 'notifications/notification-1', 'signers/signer-1']) {
      await send('DELETE', path, {});
    }
  });

  const patchable = [
    ['relayers/relayer-1', { name: 'changed' }],
    ['notifications/notification-1', { url: 'https://changed.example.com' }],
  ] as const;

  it.each(['relayers/relayer-1', 'notifications/notification-1', 'signers/signer-1'])(
    'are possible by a strong tag of %s',
    async (path) => {
      expect(await tagOf(path)).toMatch(/^"[\x21\x23-\x7e]+"$/);
      expect(await tagOf(path)).toBe(await tagOf(path));
    },
  );

  it.each(patchable)(
    'the tag of %s is that of POST and PATCH, and another one after a change',
    async (path, change) => {
      const before = await tagOf(path);
      const changed = (await send('PATCH', path, {}, change)).headers.get('etag');

      expect(changed).not.toBe(before);
      expect(await tagOf(path)).toBe(changed);
    },
  );

  it('the tag of a record that was deleted and created again is another one', async () => {
    const before = await tagOf('relayers/relayer-1');
    await send('DELETE', 'relayers/relayer-1', {});
    await service.add('relayers', aRelayer());

    expect(await tagOf('relayers/relayer-1')).not.toBe(before);
  });

  describe.each(patchable)('If-Match on PATCH of %s', (path, change) => {
    it.each([
      ['its tag', (tag: string) => tag],
      ['any tag', () => '*'],
      ['a list with its tag', (tag: string) => `"other", ${tag},W/"x"`],
    ])('goes on by %s', async (_, header) => {
      const { status } = await send('PATCH', path, { 'if-match': header(await tagOf(path)) }, change);

      expect(status).toBe(200);
      expect(await service.read(`/api/v1/${path}`)).toMatchObject(change);
    });

    it.each([
      ['another tag', () => '"other"'],
      ['a weak form of its tag', (tag: string) => `W/${tag}`],
      ['its tag without quotes', (tag: string) => tag.replaceAll('"', '')],
      ['a list without its tag', () => '"a", "b"'],
      ['nothing', () => ' '],
    ])('stops by %s, also where nothing would change', async (_, header) => {
      const before = await send('GET', path, {});
      for (const body of [change, {}]) {
        const reply = await send('PATCH', path, { 'if-match': header(before.headers.get('etag')!) }, body);

        expect(reply.status).toBe(412);
        expect(reply.json).toEqual(FAILED);
        expect(reply.headers.has('etag')).toBe(false);
      }
      expect((await send('GET', path, {})).text).toBe(before.text);
    });

    it('stops a second change by the tag of before', async () => {
      const tag = await tagOf(path);
      const statuses = [
        (await send('PATCH', path, { 'if-match': tag }, change)).status,
        (await send('PATCH', path, { 'if-match': tag }, change)).status,
      ];

      expect(statuses).toEqual([200, 412]);
    });
  });

  it.each(['relayers/relayer-1', 'notifications/notification-1', 'signers/signer-1'])(
    'If-Match on DELETE of %s stops by another tag, and goes on by its own',
    async (path) => {
      if (path === 'signers/signer-1') await send('DELETE', 'relayers/relayer-1', {});
      const tag = await tagOf(path);
      const stopped = await send('DELETE', path, { 'if-match': '"other"' });

      expect([stopped.status, stopped.json]).toEqual([412, FAILED]);
      expect((await send('DELETE', path, { 'if-match': tag })).status).toBe(200);
    },
  );

  it('a record that does not exist is a 404, whatever the precondition', async () => {
    for (const header of ['*', '"other"']) {
      expect((await send('PATCH', 'relayers/nobody', { 'if-match': header }, {})).status).toBe(404);
      expect((await send('DELETE', 'signers/nobody', { 'if-match': header })).status).toBe(404);
    }
  });

  it('a precondition is checked before the rules', async () => {
    const stopped = await send('PATCH', 'relayers/relayer-1', { 'if-match': '"x"' }, { policies: { nonsense: 1 } });

    expect(stopped.status).toBe(412);
  });

  it.each([
    'relayers/relayer-1',
    'notifications/notification-1',
    'signers/signer-1',
    'relayers',
    'relayers?paused=false&per_page=5',
    'notifications',
    'signers',
  ])('If-None-Match on GET of %s answers 304 while nothing changed', async (path) => {
    const tag = await tagOf(path);

    for (const header of [tag, `W/${tag}`, '*', `"other", ${tag}`]) {
      for (const method of ['GET', 'HEAD']) {
        const reply = await send(method, path, { 'if-none-match': header });

        expect([header, method, reply.status, reply.text]).toEqual([header, method, 304, '']);
        expect(reply.headers.get('etag')).toBe(tag);
      }
    }
    expect((await send('GET', path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('If-None-Match says nothing of what has no tag, and of changes', async () => {
    const untagged = await send('GET', 'ready', { 'if-none-match': '*, undefined' });
    expect([untagged.status, untagged.headers.get('etag')]).toEqual([200, null]);
    const changed = await send('PATCH', 'relayers/relayer-1', { 'if-none-match': '*' }, { name: 'changed' });
    expect(changed).toMatchObject({ status: 200, json: { data: { name: 'changed' } } });
    expect(changed.headers.get('etag')).not.toBeNull();
  });

  it.each([
    ['relayers/relayer-1', 'PATCH', 'relayers/relayer-1', { name: 'changed' }],
    ['relayers', 'PATCH', 'relayers/relayer-1', { paused: true }],
    ['relayers', 'DELETE', 'relayers/relayer-1', undefined],
    ['relayers?per_page=0', 'DELETE', 'relayers/relayer-1', undefined],
    ['notifications', 'PATCH', 'notifications/notification-1', { signing_key: 'x'.repeat(32) }],
    ['signers', 'POST', 'signers', aSigner({ id: 'signer-2' })],
  ])('If-None-Match on GET of %s answers 200 after a %s', async (path, method, changed, body) => {
    const tag = await tagOf(path);
    await send(method, changed, {}, body);
    const { status, headers } = await send('GET', path, { 'if-none-match': tag });

    expect(status).toBe(200);
    expect(headers.get('etag')).not.toBe(tag);
  });
});
