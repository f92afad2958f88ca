import { API_KEY } from '../support/open-app';

/** Bytes that a connection brings, and the statuses of what it is answered. */
export interface Message {
  readonly name: string;
  /** A character each. */
  readonly bytes: string;
  readonly statuses: readonly number[];
}

const TOKEN = `Authorization: Bearer ${API_KEY}\r\n`;
const HOST = 'Host: relayers.example\r\n';
const CLOSE = 'Connection: close\r\n';
const JSON_BODY = 'Content-Type: application/json\r\n';
const LIST = 'GET /api/v1/relayers?per_page=0 HTTP/1.1\r\n';
const HEADERS = HOST + TOKEN + CLOSE;
const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

const get = (target: string, headers = HEADERS): string => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;
const method = (name: string, target = '/api/v1/relayers'): string => `${name} ${target} HTTP/1.1\r\n${HEADERS}\r\n`;
const post = (lengths: string, body: string, headers = HEADERS): string =>
  `POST /api/v1/notifications HTTP/1.1\r\n${headers}${JSON_BODY}${lengths}\r\n${body}`;

const table: readonly (readonly [name: string, bytes: string, ...statuses: number[]])[] = [
  ['a sound request', get('/api/v1/relayers?per_page=0'), 200],
  ['HTTP/1.0 without a host', `GET /api/v1/relayers?per_page=0 HTTP/1.0\r\n${TOKEN}\r\n`, 200],
  ['requests in a pipeline', `${many(3, () => `${LIST}${HOST}${TOKEN}\r\n`) + LIST + HEADERS}\r\n`, 200, 200, 200, 200],
  ['empty lines before a request', `\r\n\r\n${get('/api/v1/relayers?per_page=0')}`, 200],
  ['an absolute target', get('http://elsewhere.example/api/v1/relayers?per_page=0'), 200],
  ['an absolute target of another scheme', get('https://elsewhere.example/api/v1/nothing'), 404],
  ['a wish for another protocol', get('/api/v1/relayers?per_page=0', `${HEADERS}Upgrade: websocket\r\n`), 200],
  ['a body where none belongs', `${get('/api/v1/relayers?per_page=0', `${HEADERS}Content-Length: 5\r\n`)}hello`, 200],
  ['8,000 characters in a query', get(`/api/v1/relayers?per_page=0&x=${'a'.repeat(8000)}`), 200],
  ['2,000 parameters', get(`/api/v1/relayers?per_page=0${many(2000, (index) => `&a${String(index)}`)}`), 200],
  ['a parameter twice, 1,500 apart', get(`/api/v1/relayers?page=1${many(1500, () => '&a')}&page=2`), 400],
  ['parameters that name the prototype', get('/api/v1/relayers?per_page=0&__proto__=1&constructor=2'), 200],
  ['bytes over 127 in a field', get('/api/v1/relayers?per_page=0', `${HEADERS}X-Name: \xff\xfe\r\n`), 200],

  ['100 header fields', `${LIST + HEADERS + many(97, () => 'a:\r\n')}\r\n`, 200],
  ['101 header fields', `${LIST + HEADERS + many(98, () => 'a:\r\n')}\r\n`, 431],
  ['2,000 header fields', `${LIST + HEADERS + many(2000, () => 'a:\r\n')}\r\n`, 431],
  ['2,000 header fields before the host', `${LIST + many(2000, () => 'a:\r\n') + HEADERS}\r\n`, 431],
  ['a field of 20,000 characters', get('/api/v1/relayers', `${HEADERS}X-Name: ${'a'.repeat(20_000)}\r\n`), 431],
  ['a target of 20,000 characters', get(`/api/v1/relayers?x=${'a'.repeat(20_000)}`), 431],

  ['no host', get('/api/v1/relayers', TOKEN + CLOSE), 400],
  ['two hosts', get('/api/v1/relayers', `${HEADERS}host: other.example\r\n`), 400],
  ['two tokens', get('/api/v1/relayers', HEADERS + TOKEN), 400],
  [
    'two charsets',
    `${post('', '').replace(
      JSON_BODY,
      'Content-Type: application/json; charset=utf-8; charset=utf-7\r\nContent-Length: 2\r\n',
    )}{}`,
    400,
  ],
  [
    'one charset twice',
    `${post('', '').replace(
      JSON_BODY,
      'Content-Type: application/json; charset=utf-8; charset=utf-8\r\nContent-Length: 2\r\n',
    )}{}`,
    400,
  ],
  ['two content types', post('Content-Type: text/plain\r\nContent-Length: 2\r\n', '{}'), 400],
  ['HTTP/0.9', 'GET /api/v1/relayers\r\n\r\n', 400],
  ['HTTP/2.0', `GET /api/v1/relayers HTTP/2.0\r\n${HEADERS}\r\n`, 400],
  ['the greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['the greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['no HTTP after a request', `${LIST}${HOST}${TOKEN}\r\nnonsense\r\n\r\n`, 200, 400],
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['a folded field', get('/api/v1/relayers', `${HEADERS}X-Name: a\r\n b\r\n`), 400],
  ['a blank before a colon', get('/api/v1/relayers', `${HEADERS}X-Name : a\r\n`), 400],
  ['NUL in a field', get('/api/v1/relayers', `${HEADERS}X-Name: a\0b\r\n`), 400],
  ['a carriage return in a field', get('/api/v1/relayers', `${HEADERS}X-Name: a\rb\r\n`), 400],
  ['line feeds alone', get('/api/v1/relayers').replaceAll('\r\n', '\n'), 400],

  ['both kinds of length', post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'), 400],
  ['two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}x'), 400],
  ['one length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'), 400],
  ['a list of lengths', post('Content-Length: 2, 2\r\n', '{}'), 400],
  ['a length below zero', post('Content-Length: -2\r\n', '{}'), 400],
  ['a length with a sign', post('Content-Length: +2\r\n', '{}'), 400],
  ['a length beyond all numbers', post('Content-Length: 99999999999999999999999\r\n', '{}'), 400],
  ['a chunk of no size', post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'), 400],
  ['another coding than chunked', post('Transfer-Encoding: gzip, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'), 400],
  [
    'another coding than chunked, around a sound body',
    post('Transfer-Encoding: gzip, chunked\r\n', '23\r\n{"url":"https://hooks.example.com"}\r\n0\r\n\r\n'),
    400,
  ],
  [
    'a coding in HTTP/1.0',
    post('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
    400,
  ],
  [
    'a coding in HTTP/1.0, in front of another request',
    `${post('Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n', '0\r\n\r\n', HOST + TOKEN).replace('HTTP/1.1', 'HTTP/1.0')}${get('/api/v1/relayers')}`,
    400,
  ],
  ['the coding identity', post('Transfer-Encoding: identity\r\n', '{}'), 400],
  [
    'the coding identity, where no body may be answered',
    `HEAD /api/v1/relayers HTTP/1.1\r\n${HEADERS}Transfer-Encoding: identity\r\n\r\n`,
    400,
  ],
  ['the coding identity, and a wish', post('Expect: x\r\nTransfer-Encoding: identity\r\n', ''), 417],
  ['a coding that nearly is chunked', post('Transfer-Encoding: xchunked\r\n', '2\r\n{}\r\n0\r\n\r\n'), 400],
  [
    'a chunk extension of 30,000 characters',
    post('Transfer-Encoding: chunked\r\n', `2;${'a'.repeat(30_000)}\r\n{}`),
    413,
  ],
  ['a token in a trailer', post('Transfer-Encoding: chunked\r\n', `2\r\n{}\r\n0\r\n${TOKEN}\r\n`, HOST + CLOSE), 401],
  ['a body of 10 MB', post('Content-Length: 10485760\r\n', 'x'.repeat(10_485_760)), 413],
  ['a body of 10 MB that never comes', post('Content-Length: 10485760\r\n', '{'), 413],
  [
    'a body of 10 MB in chunks',
    post(
      'Transfer-Encoding: chunked\r\n',
      many(160, () => `10000\r\n${'x'.repeat(65_536)}\r\n`),
    ),
    413,
  ],

  ['a body that waits to be asked for', post('Expect: 100-continue\r\nContent-Length: 2\r\n', '{}'), 400],
  ['a body that waits, without a token', post('Expect: 100-continue\r\nContent-Length: 2\r\n', '', HOST + CLOSE), 401],
  ['a body that waits and is too long', post('Expect: 100-continue\r\nContent-Length: 2000000\r\n', ''), 413],
  ['a wish that nobody knows', post('Expect: 200-maybe\r\nContent-Length: 2\r\n', '{}'), 417],

  ['NUL in the target', get('/api/v1/relayers/\0'), 400],
  ['escaped NUL in the target', get('/api/v1/relayers/%00'), 404],
  ['escaped NUL in a search', get('/api/v1/relayers?search=%00'), 400],
  ['escaped NUL in a filter', get('/api/v1/relayers?network=a%00b'), 400],
  ['escapes that are none, in a path', get('/api/v1/relayers/%zz'), 400],
  ['escapes that are none, in a query', get('/api/v1/relayers?search=%zz'), 400],
  ['escapes that are no UTF-8, in a path', get('/api/v1/relayers/%E0%A4%A'), 400],
  ['escapes that are no UTF-8, in a query', get('/api/v1/relayers?search=%ff%fe'), 400],
  ['an escaped surrogate', get('/api/v1/relayers?search=%ed%a0%80'), 400],
  ['bytes over 127 in the target', get('/api/v1/relayers/\xc3\xa4'), 400],
  ['a fragment', get('/api/v1/relayers#x'), 400],

  ['steps up', get('/api/v1/../../etc/passwd'), 404],
  ['escaped steps up', get('/api/v1/relayers/..%2f..%2fetc%2fpasswd'), 404],
  ['two slashes, as the client of the OpenZeppelin Relayer sends them', get('//api/v1/relayers'), 200],
  ['two slashes within', get('/api//v1/relayers'), 404],
  ['two slashes at the end', get('/api/v1/relayers//'), 404],
  ['other case', get('/API/v1/Relayers'), 404],
  ['a backslash', get('/api/v1\\relayers'), 404],
  ['a parameter of the path', get('/api/v1/relayers;jsessionid=1'), 404],
  ['an id of 8,000 characters', get(`/api/v1/relayers/${'a'.repeat(8000)}`), 404],
  ['the target *', method('OPTIONS', '*'), 404],
  ['a target that is only a host', method('DELETE', 'http://relayers.example'), 405],

  ['OPTIONS', method('OPTIONS'), 405],
  ['TRACE', method('TRACE'), 405],
  ['PURGE', method('PURGE'), 405],
  ['QUERY', method('QUERY'), 405],
  ['a method in a header', `POST /api/v1/relayers/x HTTP/1.1\r\n${HEADERS}X-HTTP-Method-Override: DELETE\r\n\r\n`, 405],
  ['BREW', method('BREW'), 400],
  ['a method in lower case', method('get'), 400],
  ['CONNECT', 'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n', 400],
];

/** Messages at and beyond the edges of HTTP. */
export const messages: readonly Message[] = table.map(([name, bytes, ...statuses]) => ({ name, bytes, statuses }));
