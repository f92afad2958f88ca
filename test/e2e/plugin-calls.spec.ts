import { asToken } from '../support/as-token';
import { databases } from '../support/databases';
import { sharedApp } from '../support/shared-app';

describe('Calls of plugins', () => {
  const service = sharedApp(databases[0]!.create);

  it.each(['call', 'call/', 'call/verify', 'call/a/b/c%2Fd', 'call?route=/verify'])(
    'are a 501 that says where plugins run: %s',
    async (route) => {
      for (const method of ['GET', 'POST']) {
        const { status, json } = await service.call(
          method,
          `/api/v1/plugins/quote/${route}`,
          method === 'POST' ? { params: {} } : undefined,
        );
        expect([method, status]).toEqual([method, 501]);
        expect(json).toEqual({
          success: false,
          data: null,
          message: expect.stringMatching(/^Not Implemented: plugins are run by a relayer process/),
        });
      }
    },
  );

  it('have no other method', async () => {
    for (const route of ['call', 'call/a/b']) {
      const { status, headers } = await service.call('PUT', `/api/v1/plugins/quote/${route}`, {});
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    }
    expect((await service.call('POST', '/api/v1/plugins/quote/callme', {})).status).toBe(404);
  });

  it('need the permission that others need', async () => {
    const caller = await asToken(service, { permissions: ['plugins:read'] });
    const statuses = ['GET', 'POST'].map(
      async (method) => (await caller.call(method, '/api/v1/plugins/quote/call')).status,
    );
    expect(await Promise.all(statuses)).toEqual([501, 403]);
  });

  it('are no failures in the log', () => {
    expect(service.app.logged.filter((line) => line.includes('A request failed'))).toEqual([]);
  });
});
