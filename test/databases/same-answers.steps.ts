import { hostileTexts } from '../../bench/fuzz/values';
import { NetworkTypes } from '../../src/relayers/domain/policies';
import { SignerKinds } from '../../src/signers/domain/kinds';
import { aNotification } from '../builders/a-notification';
import { aRelayer, relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { bodies, soundTexts } from '../hostile/bodies';
import { cursorOf, tagOf } from '../support/open-app';
import { exactJson } from '../support/shared-app';

/** One request; names such as `@token-1` stand for what earlier answers had at random. */
export interface Step {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const API = '/api/v1';
const JSON_TYPE = { 'content-type': 'application/json' };
type Headers = Readonly<Record<string, string>>;

const get = (path: string, headers: Headers = {}): Step => ({ method: 'GET', path: API + path, headers });
const head = (path: string): Step => ({ method: 'HEAD', path: API + path });
const send =
  (method: string) =>
  (path: string, body: unknown, headers: Headers = {}): Step => ({
    method,
    path: API + path,
    body: typeof body === 'string' ? body : exactJson(body),
    headers: { ...JSON_TYPE, ...headers },
  });
const post = send('POST');
const patch = send('PATCH');
const remove = (path: string, headers: Headers = {}): Step => ({ method: 'DELETE', path: API + path, headers });
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

const RELAYER = '/relayers/relayer-1';
const collections = ['/relayers', '/notifications', '/signers', '/tokens', '/audit-events'];

const signers = new SignerKinds().all().flatMap(({ type, aliases, examples }) => {
  const good = examples.good.map((config, index) => ({ id: `${type}-${String(index)}`, type, config }));
  const bad = examples.bad.map(({ config }) => ({ id: 'never', type, config }));
  const named = (aliases ?? []).map((alias) => ({ id: `by-${alias}`, type: alias, config: examples.good[0] }));
  return [...good, ...bad, ...named].map((body) => post('/signers', body));
});

const relayers = new NetworkTypes().all().flatMap(({ name, examples }) =>
  [...examples.good, ...examples.bad].flatMap(({ network, policies }, index) => {
    const id = `${name}-${String(index)}`;
    const body = { id, name: id, network: network ?? `network-${id}`, network_type: name, policies, paused: false };
    // A signer serves one relayer on a network: the second one here is refused, and the third has a signer of its own.
    return ['vault-0', 'vault-0', 'google_cloud_kms-0', 'local-0'].map((signer_id, number) =>
      post('/relayers', { ...body, id: `${id}-${String(number)}`, signer_id }),
    );
  }),
);

const records: readonly Step[] = [
  post('/signers', aSigner()),
  post('/signers', aSigner()),
  post('/notifications', aNotification()),
  post('/notifications', { id: 'hook', url: 'https://hooks.example.com/ü?q=ü#ü', signing_key: 'ключ' }),
  post('/relayers', aRelayer()),
  post('/relayers', aRelayer()),
  ...Array.from({ length: 25 }, (_, index) => post('/relayers', relayerNumber(index + 2, { paused: index % 2 === 0 }))),
  post('/relayers', {}),
  post('/relayers', aRelayer({ id: 'x', signer_id: 'none', notification_id: 'none', custom_rpc_urls: [{ url: 'x' }] })),
  ...['', 'a b', 'ä', 'x'.repeat(37), "'"].map((id) => post('/notifications', { id, url: 'https://h.example.com' })),
];

const lists: readonly Step[] = collections.flatMap((path) => [
  ...['', '?page=2', '?page=3&per_page=7', '?page=0&per_page=0', '?page=99999999999999999999&per_page=99999999999'].map(
    (query) => get(path + query),
  ),
  ...['page=-1', 'page=1.0', 'per_page=1e2', 'page=', 'page=1&page=2', 'per_page=x', 'after=x'].map((query) =>
    get(`${path}?${query}`),
  ),
  ...[5, 0, 4294967296].map((position) => get(`${path}?per_page=3&page=4&after=${cursorOf(path.slice(1), position)}`)),
  ...['after=5', `after=${cursorOf('elsewhere', 5)}`].map((query) => get(`${path}?${query}`)),
  head(`${path}?per_page=2`),
]);

const filters: readonly Step[] = [
  ...[
    'network_type=evm',
    'network=network-7',
    'paused=true',
    'paused=1',
    'system_disabled=false',
    'signer_id=signer-1',
    'network_type=evm&network_type=solana',
  ],
  ...['signer_id=vault-0&network_type=solana', 'notification_id=hook', 'notification_id=', 'search=relayer-1'],
  ...['search=RELAYER', 'search=%25', 'search=_', 'search=%5C', 'search=0xF39', 'search=%C3%84', 'search=a%00b'],
  ...['paused=false&page=2&per_page=5', `search=relayer&after=${cursorOf('relayers', 9)}&per_page=4`],
].map((query) => get(`/relayers?${query}`));

const hostile: readonly Step[] = [...hostileTexts.filter((text) => !/[\ud800-\udfff](?!.)/.test(text)), ...soundTexts]
  .filter((text) => text.length < 3000)
  .flatMap((text) => [
    patch(RELAYER, { name: text }),
    get(RELAYER),
    get(`/relayers?search=${encodeURIComponent(text)}`),
    get(`/relayers?network=${encodeURIComponent(text)}&signer_id=${encodeURIComponent(text)}`),
    get(`/audit-events?id=${encodeURIComponent(text)}&actor=${encodeURIComponent(text)}`),
    get(`/notifications/${encodeURIComponent(text)}`),
    get(`/tokens/${encodeURIComponent(text)}`),
    patch('/notifications/hook', { url: text, signing_key: text }),
    post('/signers', { id: text, type: text, config: { key: text } }),
  ]);

const amounts: readonly Step[] = [
  ...[
    '0',
    '1',
    '9007199254740993',
    '340282366920938463463374607431768211455',
    '340282366920938463463374607431768211456',
  ],
  ...['1e21', '1E+3', '1.0', '1.5', '-1', '-0', '"123456789012345678901"', '"1e3"', '" 1"', '1e400', 'true', '[]'],
].flatMap((digits) => [
  patch(RELAYER, `{"policies":{"min_balance":${digits},"gas_price_cap":${digits}}}`),
  patch('/relayers/solana-0-0', `{"policies":{"min_balance":${digits}}}`),
  get(RELAYER),
]);

const patches: readonly Step[] = [
  ...[{}, { name: null }, { paused: null }, { notification_id: 'hook' }, { notification_id: null }, { policies: null }],
  ...[{ custom_rpc_urls: [{ url: 'https://rpc.example.com/ключ', weight: 3 }] }, { custom_rpc_urls: null }],
  ...[{ custom_rpc_urls: [] }, { network: 'x', id: 'y', nothing: 1 }, { policies: { gas_price_cap: null, fee: 1 } }],
].flatMap((body) => [patch(RELAYER, body), get(RELAYER), patch('/relayers/stellar-0-0', body)]);

const states: readonly Step[] = [
  ...[{}, { disabled: false }, { disabled: true }, { disabled: true, reason: { type: 'x', details: [''] } }],
  ...[{ disabled: true, reason: { type: 'Multiple', details: ['ключ "\u0001"', 'https://rpc.example.com/ключ'] } }],
  ...[
    { disabled: true, reason: { type: 'NonceSyncFailed', details: '$& \\ 😀' } },
    { disabled: false, retry_count: 3 },
  ],
].flatMap((body) => [post(`${RELAYER}/system-state`, body), get('/relayers?system_disabled=true')]);

const subscriptions: readonly Step[] = [
  ...[
    { events: ['signer_update'] },
    { events: null },
    { events: ['signer_update'], signing_key: 'ключ 2' },
    { events: 'x' },
  ],
  ...[{ events: [] }, { events: ['x', 1] }, { delivery_state: null }],
].flatMap((body) => [patch('/notifications/hook', body), get('/notifications/hook')]);

const SEVENTH = tagOf('relayers', 7, 1);
const conditions: readonly Step[] = [
  ...[tagOf('relayers', 1, 1), SEVENTH, `W/${SEVENTH}`, '*', '"none"', `"none", ${SEVENTH}`].flatMap((tag) => [
    get('/relayers/relayer-5', { 'if-none-match': tag }),
    patch('/relayers/relayer-5', { name: tag }, { 'if-match': tag }),
    get('/relayers/relayer-5'),
    remove('/relayers/relayer-none', { 'if-match': tag }),
  ]),
  remove('/relayers/relayer-6', { 'if-match': '"none"' }),
  remove('/relayers/relayer-6'),
  remove('/relayers/relayer-6'),
  get('/relayers?per_page=3&page=2'),
];

/** From here on answers have something that is made at random. */
const repeated: readonly Step[] = [
  post('/signers', { type: 'local', config: aSigner().config }),
  get('/signers/@uuid-1'),
  ...['key-1', 'key-1', 'ключ', '', 'k'.repeat(256)].flatMap((key) => [
    post('/notifications', { url: 'https://hooks.example.com/again' }, { 'idempotency-key': encodeURI(key) }),
    post('/relayers', relayerNumber(90), { 'idempotency-key': encodeURI(key) }),
    post('/notifications', { url: 'https://hooks.example.com/other' }, { 'idempotency-key': encodeURI(key) }),
  ]),
];

const tokens: readonly Step[] = [
  post('/tokens', { name: 'rëader', permissions: ['relayers:read'] }),
  post('/tokens', { name: 'some', permissions: ['relayers:read', 'relayers:write'], relayers: ['relayer-2', 'none'] }),
  post('/tokens', { name: '', permissions: ['everything'], relayers: [7], expires_at: '2000-01-01T00:00:00Z' }),
  ...[1, 2].flatMap((number) => [
    get('/relayers?per_page=2', bearer(`@token-${String(number)}`)),
    get('/relayers/relayer-3', bearer(`@token-${String(number)}`)),
    patch('/relayers/relayer-2', { name: `by ${String(number)}` }, bearer(`@token-${String(number)}`)),
    get('/audit-events', bearer(`@token-${String(number)}`)),
    get(`/tokens/@token-id-${String(number)}`),
  ]),
  { method: 'POST', path: `${API}/tokens/@token-id-1/rotate` },
  get('/relayers', bearer('@token-1')),
  get('/relayers', bearer('@token-3')),
  remove('/tokens/@token-id-1'),
  remove('/tokens/@token-id-1'),
  get('/relayers', bearer('@token-3')),
  get('/tokens'),
  get('/relayers', bearer('nobody')),
  get('/relayers', { authorization: 'Basic YTpi' }),
];

const routes: readonly Step[] = [
  '/relayers',
  RELAYER,
  '/notifications/hook',
  '/signers/signer-1',
  '/nothing',
  '',
].flatMap((path) =>
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'].map((method) => ({
    method,
    path: `${API}${path}`,
  })),
);

const endings: readonly Step[] = [
  remove('/signers/signer-1'),
  remove('/notifications/hook'),
  remove('/signers/none'),
  get('/audit-events?resource=relayer&per_page=5'),
  get('/audit-events?id=relayer-1&from=2030-01-01T00:00:00Z&to=2031-01-01T00:00:00%2B02:00'),
  get('/audit-events?from=yesterday'),
  ...collections.map((path) => get(`${path}?per_page=1000`)),
  { method: 'GET', path: `${API}/health` },
  { method: 'GET', path: `${API}/ready` },
  { method: 'GET', path: '/openapi.json' },
];

/** The sections of the script, in which every route is called in many ways, good and bad. */
export const sections: Readonly<Record<string, readonly Step[]>> = {
  signers,
  records,
  relayers,
  lists,
  filters,
  hostile,
  amounts,
  patches,
  states,
  subscriptions,
  conditions,
  // The bodies are for a relayer of this name.
  bodies: [
    post('/relayers', relayerNumber(91, { id: 'relayer' })),
    ...bodies.map(({ method, path, body, headers }) => ({ method, path, body, headers })),
  ],
  audit: [get('/audit-events?per_page=1000')],
  repeated,
  tokens,
  routes,
  endings,
};
