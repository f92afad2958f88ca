import { openApp, type OpenApp } from '../support/open-app';
import { createRelayer, relayerBody } from '../support/samples';

interface Entry {
  readonly action: string;
  readonly actor: { readonly id: string; readonly name: string };
  readonly id: string;
  readonly version: number;
  readonly paths: readonly string[];
}

describe('The audit trail of tokens', () => {
  let service: OpenApp;

  beforeAll(async () => (service = await openApp()));
  afterAll(() => service.close());

  it('has who issued, renewed and revoked a token, and what a token did, but no token', async () => {
    const texts: string[] = [];
    const issue = async (path: string, body?: object): Promise<{ id: string; token: string }> => {
      const { status, json } = await service.call('POST', path, body);
      expect([200, 201]).toContain(status);
      const issued: { id: string; token: string } = json.data;
      texts.push(issued.token);
      return issued;
    };
    const { id } = await issue('/api/v1/tokens', { name: 'deployer', permissions: ['notifications:write'] });
    const { token } = await issue(`/api/v1/tokens/${id}/rotate`);
    const header = { authorization: `Bearer ${token}` };
    const hook = { id: 'h', url: 'https://hooks.example.com' };
    expect((await service.call('POST', '/api/v1/notifications', hook, header)).status).toBe(201);
    expect((await service.call('GET', '/api/v1/audit-events', undefined, header)).status).toBe(403);
    expect((await service.call('DELETE', `/api/v1/tokens/${id}`)).status).toBe(200);
    const { text, json } = await service.call('GET', '/api/v1/audit-events');
    const entries: readonly Entry[] = json.data;
    expect(entries.map(({ action, actor, version, paths }) => [action, actor.name, version, paths])).toEqual([
      ['token.created', 'API_KEY', 1, []],
      ['token.rotated', 'API_KEY', 2, ['token']],
      ['notification.created', 'deployer', 1, []],
      ['token.revoked', 'API_KEY', 3, ['revoked_at']],
    ]);
    expect(entries[2]!.actor.id).toBe(id);
    for (const issued of texts)
      expect(text).not.toContain(issued.slice('rms_0123456789abcdef_'.length, -'_01234567'.length));
  });

  it('shows a token that is restricted to some relayers nothing but these', async () => {
    await createRelayer(service);
    await service.call('POST', '/api/v1/relayers', relayerBody('other', 'signer', { network: 'mainnet' }));
    const body = { name: 'restricted', permissions: ['audit:read'], relayers: ['relayer', 'hook'] };
    const { token } = (await service.call('POST', '/api/v1/tokens', body)).json.data as { token: string };
    const header = { authorization: `Bearer ${token}` };
    const seen = async (query = ''): Promise<string[]> => {
      const { json } = await service.call('GET', `/api/v1/audit-events${query}`, undefined, header);
      expect(json.pagination!.total_items).toBe((json.data as Entry[]).length);
      return (json.data as Entry[]).map(({ action, id }) => `${action} ${id}`);
    };
    expect(await seen()).toEqual(['relayer.created relayer']);
    expect(await seen('?id=other')).toEqual([]);
    expect(await seen('?resource=notification')).toEqual([]);
  });
});
