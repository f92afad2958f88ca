import { aRelayer } from '../builders/a-relayer';
import type { Step } from '../databases/same-answers.steps';
import { exactJson } from '../support/shared-app';

const API = '/api/v1';

type Headers = Readonly<Record<string, string>>;

const to =
  (method: string) =>
  (path: string, body?: unknown, headers: Headers = {}): Step => ({
    method,
    path: API + path,
    ...(body !== undefined && { body: exactJson(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  });
const get = to('GET');
const head = to('HEAD');
const post = to('POST');
const patch = to('PATCH');
const remove = to('DELETE');

/** What there is for the caller in both worlds. */
export const OWN = ['own-1', 'own-2', 'own-3'];
/** What there may be for the caller: it can be made. */
export const TO_BE_MADE = ['own-4', 'own-5'];

const RPC = { custom_rpc_urls: [{ url: 'https://rpc.example.com/path?key=secret' }] };
const DISABLED = { disabled: true, reason: { type: 'NonceSyncFailed', details: 'no nonce' } };

const lists = [
  ...['/relayers', '/relayers?per_page=1', '/relayers?per_page=1&page=2', '/relayers?per_page=0', '/relayers?page=9'],
  ...['/relayers?search=o', '/relayers?paused=true', '/relayers?network_type=evm&per_page=2', '/relayers?after=7'],
  ...['/relayers?signer_id=shared-signer', '/relayers?notification_id=shared', '/relayers?network=network-of-another'],
  ...[
    '/signers',
    '/signers?per_page=1',
    '/notifications',
    '/notifications?per_page=1',
    '/tokens',
    '/tokens?per_page=1',
  ],
  ...['/audit-events', '/audit-events?per_page=2', '/audit-events?page=3&per_page=2', '/audit-events?resource=token'],
  ...['/audit-events?id=another-1', '/audit-events?resource=relayer&id=own-1', '/audit-events?actor=api-key'],
  ...['/notifications/shared/deliveries', '/notifications/shared/deliveries?per_page=1', '/notifications/x/deliveries'],
  ...['/notifications/shared/deliveries?state=pending&per_page=2', '/notifications/own/deliveries'],
];

const hidden = ['another-1', 'another-2', 'nobody'].flatMap((id) => [
  get(`/relayers/${id}`),
  head(`/relayers/${id}`),
  patch(`/relayers/${id}`, { name: 'x' }),
  patch(`/relayers/${id}`, { name: 'x' }, { 'if-match': '"x"' }),
  post(`/relayers/${id}/system-state`, DISABLED),
  remove(`/relayers/${id}`),
  post('/relayers', aRelayer({ id, signer_id: 'own-signer', network: 'anywhere' })),
]);

const own: readonly Step[] = [
  ...OWN.flatMap((id) => [get(`/relayers/${id}`), patch(`/relayers/${id}`, { name: `new name of ${id}` })]),
  get('/relayers/own-1', undefined, { 'if-none-match': '*' }),
  get('/relayers', undefined, { 'if-none-match': '"none"' }),
  head('/relayers'),
  patch('/relayers/own-1', { name: 'never' }, { 'if-match': '"1.1"' }),
  patch('/relayers/own-1', { name: 'once more' }, { 'if-match': '*' }),
  patch('/relayers/own-1', { notification_id: 'nobodys', custom_rpc_urls: [{ url: 'x' }] }),
  patch('/relayers/own-1', RPC),
  patch('/relayers/own-1', { notification_id: 'shared' }),
  post('/relayers/own-2/system-state', DISABLED),
  ...TO_BE_MADE.map((id) => post('/relayers', aRelayer({ id, signer_id: 'own-signer', network: `network-of-${id}` }))),
  post('/relayers', aRelayer({ id: 'own-4', signer_id: 'own-signer', network: 'elsewhere' })),
  post('/relayers', aRelayer({ id: 'own-1', signer_id: 'own-signer', network: 'network-of-own-4' })),
  get('/relayers?per_page=2'),
  remove('/relayers/own-5'),
  get('/relayers/own-5'),
];

const others: readonly Step[] = [
  post('/signers', { id: 'made', type: 'local', config: { key: '1'.padStart(64, '0') } }),
  remove('/signers/made'),
  remove('/signers/own-signer'),
  remove('/signers/shared-signer'),
  post('/notifications', { id: 'made', url: 'https://hooks.example.com/made' }),
  patch('/notifications/made', { url: 'https://hooks.example.com/again' }),
  remove('/notifications/made'),
  patch('/notifications/own', { signing_key: 'k'.repeat(32) }),
  remove('/notifications/shared'),
  get('/notifications/shared'),
  get('/signers/shared-signer'),
  post('/notifications', { url: 'https://hooks.example.com/once' }, { 'idempotency-key': 'once' }),
  post('/notifications', { url: 'https://hooks.example.com/once' }, { 'idempotency-key': 'once' }),
];

const tokens: readonly Step[] = [
  post('/tokens', { name: 'made', permissions: ['relayers:read'], relayers: ['own-1'] }),
  post('/tokens', { name: 'wider', permissions: ['relayers:read'], relayers: ['own-1', 'another-1'] }),
  get('/tokens?per_page=1'),
  get('/tokens/nobodys-token-00'),
  remove('/tokens/nobodys-token-00'),
];

const elsewhere: readonly Step[] = [
  get('/configuration'),
  post('/configuration/validate', {}),
  post('/configuration/diff', {}),
  post('/configuration/apply', {}),
  ...['@uuid-1', '@uuid-2', 'nobodys-delivery'].map((id) => get(`/deliveries/${id}`)),
  post('/deliveries/@uuid-1/replay'),
  post('/deliveries/nobodys-delivery/replay'),
  get('/nothing'),
  { method: 'GET', path: '/metrics' },
  { method: 'GET', path: `${API}/ready` },
];

/** What the caller asks: every answer is the same, whatever others have. */
export const steps: readonly Step[] = [
  ...lists.map((path) => get(path)),
  ...hidden,
  ...own,
  ...others,
  ...tokens,
  ...elsewhere,
  ...lists.slice(0, 4).map((path) => get(path)),
];

/** What SECURITY.md names: where others use it, it is refused. */
export const refusedWhereOthersUseIt: readonly Step[] = [
  patch('/notifications/theirs', { url: 'https://hooks.example.com/mine' }),
  patch('/notifications/theirs', { signing_key: 'm'.repeat(32) }),
  patch('/notifications/theirs', { events: ['signer_update'] }),
  post('/relayers', aRelayer({ id: 'own-5', signer_id: 'shared-signer', network: 'network-of-another' })),
  remove('/notifications/theirs'),
  remove('/signers/their-signer'),
];
