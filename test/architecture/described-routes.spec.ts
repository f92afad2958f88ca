import type { Express } from 'express';
import { ApiDocument, committedText } from '../support/api-document';
import { type OpenApp, openApp } from '../support/open-app';

const { operations } = new ApiDocument(committedText);

/** The page, and what only a relayer process does. */
const UNDESCRIBED = [
  'get /',
  'get /docs',
  'get /docs/:file',
  'get /docs/guides/:file',
  ...['balance', 'status', 'transactions', 'transactions/:transaction_id', 'transactions/by-nonce/:nonce'].map(
    (path) => `get /api/v1/relayers/:relayer_id/${path}`,
  ),
  ...['transactions', 'transactions/sponsored/build', 'transactions/sponsored/quote'].map(
    (path) => `post /api/v1/relayers/:relayer_id/${path}`,
  ),
  ...['sign', 'sign-transaction', 'sign-typed-data', 'rpc'].map((path) => `post /api/v1/relayers/:relayer_id/${path}`),
  'put /api/v1/relayers/:relayer_id/transactions/:transaction_id',
  'delete /api/v1/relayers/:relayer_id/transactions/pending',
  'delete /api/v1/relayers/:relayer_id/transactions/:transaction_id',
  'get /api/v1/plugins/:plugin_id/call',
  'get /api/v1/plugins/:plugin_id/call/*route',
  'post /api/v1/plugins/:plugin_id/call',
  'post /api/v1/plugins/:plugin_id/call/*route',
];

/** What Express keeps of a route. */
interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

describe('The running service', () => {
  let service: OpenApp;

  beforeAll(async () => {
    service = await openApp();
  });
  afterAll(() => service.close());

  it('serves openapi.json as it is committed', async () => {
    const reply = await service.call('GET', '/openapi.json', undefined, { authorization: '' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.text).toBe(committedText);
  });

  it('has every route that is described, and describes every other but the page and what refuses', () => {
    const application: Express = service.app.getHttpAdapter().getInstance();
    const layers = application.router.stack as unknown as readonly Layer[];
    const routes = layers.flatMap(({ route }) =>
      route ? [{ path: route.path, methods: Object.keys(route.methods) }] : [],
    );
    const [refusing, answering] = [true, false].map((refuses) =>
      routes
        .filter(({ methods }) => methods.length > 1 === refuses)
        .map(({ methods, path }) => `${refuses ? 'all' : String(methods[0])} ${path}`),
    );
    const described = operations.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
    expect([...answering!].sort()).toEqual([...described, ...UNDESCRIBED].sort());
    expect(refusing).toEqual([
      'all /metrics',
      'all /',
      'all /openapi.json',
      'all /docs',
      'all /docs/:file',
      'all /docs/guides/:file',
      'all /api/v1/*path',
      'all /{*path}',
    ]);
  });
});
