import { aNotification } from '../builders/a-notification';
import { relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { asToken, type TokenCaller } from '../support/as-token';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const RELAYERS = '/api/v1/relayers';
const ABSENT = '/api/v1/relayers/absent';
const DISABLED = { disabled: true, reason: { type: 'NonceSyncFailed', details: 'no nonce' } };

onEachDatabase('a token that is restricted to named relayers', (create) => {
  const service = sharedApp(create);
  let restricted: TokenCaller;

  beforeAll(async () => {
    await service.add('signers', aSigner());
    await service.add('notifications', aNotification());
    for (const number of [1, 2, 3, 4]) {
      const paused = number === 4;
      await service.add('relayers', relayerNumber(number, { paused, notification_id: 'notification-1' }));
    }
    restricted = await asToken(service, { relayers: ['relayer-2', 'relayer-4', 'relayer-9'] });
  });

  const listed = async (query = ''): Promise<[unknown, number | undefined]> => {
    const { json } = await restricted.call('GET', RELAYERS + query);
    return [(json.data as { id: string }[]).map(({ id }) => id), json.pagination?.total_items];
  };

  it('lists only these, and counts only these', async () => {
    expect(await listed()).toEqual([['relayer-2', 'relayer-4'], 2]);
    expect(await listed('?page=2&per_page=1')).toEqual([['relayer-4'], 2]);
    expect(await listed('?per_page=0')).toEqual([[], 2]);
    expect(await listed('?paused=true')).toEqual([['relayer-4'], 1]);
    expect(await listed('?search=relayer-1')).toEqual([[], 0]);
    expect((await service.call('GET', RELAYERS)).json.pagination?.total_items).toBe(4);
  });

  it('finds only these', async () => {
    expect((await restricted.call('GET', `${RELAYERS}/relayer-2`)).status).toBe(200);
    expect((await restricted.call('GET', `${RELAYERS}/relayer-1`)).status).toBe(404);
  });

  it.each([
    ['GET', undefined, {}],
    ['HEAD', undefined, {}],
    ['PATCH', { paused: true }, {}],
    ['PATCH', { paused: true }, { 'if-match': '*' }],
    ['PATCH', { policies: { nothing: 1 } }, {}],
    ['DELETE', undefined, {}],
    ['DELETE', undefined, { 'if-match': '"0.0"' }],
    ['POST', DISABLED, {}, '/system-state'],
    ['POST', DISABLED, { 'if-match': '*' }, '/system-state'],
  ])('answers %s %j %j for another one as for none', async (method, body, headers, rest = '') => {
    const hidden = await restricted.call(method, `${RELAYERS}/relayer-1${rest}`, body, headers);
    const absent = await restricted.call(method, `${ABSENT}${rest}`, body, headers);
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(absent.text.replace('absent', 'relayer-1'));
    expect([...hidden.headers.keys()]).toEqual([...absent.headers.keys()]);
    expect(await service.read(`${RELAYERS}/relayer-1`)).toMatchObject({ paused: false, system_disabled: false });
  });

  it('changes and deletes these', async () => {
    const changed = await restricted.call('PATCH', `${RELAYERS}/relayer-2`, { name: 'changed' });
    expect(changed).toMatchObject({ status: 200, json: { data: { name: 'changed' } } });
    const disabled = await restricted.call('POST', `${RELAYERS}/relayer-2/system-state`, DISABLED);
    expect(disabled).toMatchObject({ status: 200, json: { data: { system_disabled: true } } });
  });

  it('makes a relayer with a name of these, and no other', async () => {
    const rule = 'must be one of the relayers that the caller is restricted to: relayer-2, relayer-4, relayer-9';
    for (const id of ['relayer-8', 'relayer-1', undefined]) {
      const refused = await restricted.call('POST', RELAYERS, relayerNumber(8, { id }));
      expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'id', message: rule }] } });
    }
    const made = await restricted.call('POST', RELAYERS, relayerNumber(9));
    expect(made.status).toBe(201);
    expect((await restricted.call('DELETE', `${RELAYERS}/relayer-9`)).status).toBe(200);
    expect((await service.call('GET', RELAYERS)).json.pagination?.total_items).toBe(4);
  });

  it('is not told the names of others by a conflict', async () => {
    const taken = await restricted.call('POST', RELAYERS, relayerNumber(9, { network: 'network-1' }));
    expect(taken).toMatchObject({ status: 403, json: { message: 'Forbidden' } });
    const other = await asToken(service, { relayers: ['relayer-7'] });
    for (const [caller, suffix] of [
      [restricted, 'is used by relayers: relayer-2, relayer-4'],
      [other, undefined],
    ] as const) {
      const signer = await caller.call('DELETE', '/api/v1/signers/signer-1');
      expect(signer.json.message).toBe(suffix ? `Signer signer-1 ${suffix}` : 'Forbidden');
      const notification = await caller.call('DELETE', '/api/v1/notifications/notification-1');
      expect(notification.json.message).toBe(suffix ? `Notification notification-1 ${suffix}` : 'Forbidden');
    }
  });

  it('changes no notification that others use, and so gets none of their events', async () => {
    const path = '/api/v1/notifications/notification-1';
    const before = await service.read(path);
    for (const change of [{ url: 'https://hooks.example.com/mine' }, { signing_key: 'mine' }, { events: [] }, {}]) {
      expect((await restricted.call('PATCH', path, change)).status).toBe(403);
    }
    expect(await service.read(path)).toEqual(before);
    const all = await asToken(service, { relayers: [1, 2, 3, 4].map((number) => `relayer-${String(number)}`) });
    expect((await all.call('PATCH', path, { events: [] })).status).toBe(200);
  });

  it('is not told how many entries the audit log has', async () => {
    const { json } = await restricted.call('GET', '/api/v1/audit-events');
    expect(json.data).toMatchObject([{ sequence: null, hash: null, id: 'relayer-2' }, {}, {}, {}, {}, {}]);
    expect((await service.call('GET', '/api/v1/audit-events')).json.data).toMatchObject([
      { sequence: 1 },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
  });

  it('does not see the metrics, which count everybody', async () => {
    expect((await restricted.call('GET', '/metrics')).status).toBe(403);
    expect((await service.call('GET', '/metrics')).status).toBe(200);
  });

  it('sees, renews and ends only tokens within these', async () => {
    const inside = await asToken(service, { relayers: ['relayer-4'] });
    const wider = await asToken(service, { relayers: ['relayer-4', 'relayer-1'] });
    const unrestricted = await asToken(service);
    const { json } = await restricted.call('GET', '/api/v1/tokens');
    expect((json.data as { id: string }[]).map(({ id }) => id)).toEqual([restricted.id, inside.id]);
    expect(json.pagination?.total_items).toBe(2);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const) {
      for (const id of [wider.id, unrestricted.id, 'A'.repeat(16)]) {
        const reply = await restricted.call(method, `/api/v1/tokens/${id}${path}`);
        expect(reply).toMatchObject({ status: 404, json: { message: `Token with ID ${id} not found` } });
      }
    }
    expect((await restricted.call('DELETE', `/api/v1/tokens/${inside.id}`)).status).toBe(200);
    expect((await inside.call('GET', RELAYERS)).status).toBe(401);
  });

  it('gives no more relayers than it has', async () => {
    const wish = { name: 'more', permissions: ['relayers:read'] };
    const own = 'of the relayers that the caller is restricted to: relayer-2, relayer-4, relayer-9';
    const unnamed = await restricted.call('POST', '/api/v1/tokens', wish);
    expect(unnamed).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'relayers', message: `must name some ${own}` }] },
    });
    const wider = await restricted.call('POST', '/api/v1/tokens', { ...wish, relayers: ['relayer-2', 'relayer-1'] });
    expect(wider).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'relayers[1]', message: `must be one ${own}` }] },
    });
    const same = await restricted.call('POST', '/api/v1/tokens', { ...wish, relayers: ['relayer-2'] });
    expect(same.status).toBe(201);
  });
});
