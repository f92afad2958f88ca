import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** A request with a body, and what it is answered. */
export interface BodyCase {
  readonly name: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  /** The paths of the faults, where a 400 names any. */
  readonly faults?: readonly string[];
}

export const RELAYER = '/api/v1/relayers/relayer';
const NOTIFICATIONS = '/api/v1/notifications';
const SIGNERS = '/api/v1/signers';
const NUL = '\\u0000';

type Row = readonly [name: string, body: string | Buffer, faults: readonly string[] | number];

const patched = (headers: Readonly<Record<string, string>>, rows: readonly Row[]): BodyCase[] =>
  rows.map(([name, body, expected]) => ({
    name,
    method: 'PATCH',
    path: RELAYER,
    body,
    headers: { 'content-type': 'application/json', ...headers },
    ...(typeof expected === 'number' ? { status: expected } : { status: 400, faults: expected }),
  }));

const nested = (levels: number, open: string, close: string): string =>
  `{"policies":${open.repeat(levels)}1${close.repeat(levels)}}`;

const texts: readonly Row[] = [
  ['nothing', '', ['body']],
  ['blanks', ' \n', ['body']],
  ['no JSON', '{', ['body']],
  ['two values', '{}{}', ['body']],
  ['a comment', '{}// {}', ['body']],
  ['a trailing comma', '{"paused":true,}', ['body']],
  ['single quotes', "{'paused':true}", ['body']],
  ['NaN', '{"paused":NaN}', ['body']],
  ['a byte order mark', '\ufeff{}', ['body']],
  ['null', 'null', ['body']],
  ['a text', '"{}"', ['body']],
  ['a number', '7', ['body']],
  ['a list', '[]', ['body']],
  ['an object in a list', '[{"paused":true}]', ['body']],
  ['UTF-8 that is none', Buffer.from('{"name":"\xff\xfe"}', 'latin1'), ['body']],
  ['UTF-8 that is too long', Buffer.from('{"name":"\xc0\x80"}', 'latin1'), ['body']],
  ['UTF-16', Buffer.from('{}', 'utf16le'), ['body']],
  ['NUL as it is', '{"name":"a\0b"}', ['body']],
  ['escaped NUL', `{"name":"a${NUL}b"}`, ['body']],
  ['escaped NUL in a name', `{"a${NUL}b":1}`, ['body']],
  ['a lone high surrogate', '{"name":"\\ud83d"}', ['body']],
  ['a lone low surrogate', '{"name":"\\ude00"}', ['body']],
  ['surrogates the wrong way round', '{"name":"\\ude00\\ud83d"}', ['body']],
  ['the prototype', '{"__proto__":{"paused":true}}', ['body']],
  ['the prototype, escaped', '{"\\u005f_proto__":{"paused":true}}', ['body']],
  ['the prototype within', '{"policies":{"__proto__":{"min_balance":1}}}', ['body']],
  ['the constructor', '{"constructor":{"prototype":{"paused":true}}}', ['body']],
  [
    'names of what objects have',
    '{"toString":1,"hasOwnProperty":1,"valueOf":1}',
    ['toString', 'hasOwnProperty', 'valueOf'],
  ],
  ['a name twice', '{"paused":true,"paused":false}', ['body']],
  ['a name twice, once escaped', '{"paused":true,"\\u0070aused":false}', ['body']],
  ['a name twice within', '{"policies":{"min_balance":1,"min_balance":2}}', ['body']],
  ['33 levels of objects', nested(32, '{"a":', '}'), ['body']],
  ['33 levels of lists', nested(32, '[', ']'), ['body']],
  ['100,000 levels of objects', nested(100_000, '{"a":', '}'), ['body']],
  ['500,000 levels that nobody closes', '['.repeat(500_000), ['body']],
  ['20,001 values', `{"a":[${'1,'.repeat(20_000)}1]}`, ['body']],
  ['20,001 names', `{${Array.from({ length: 20_001 }, (_, index) => `"a${String(index)}":1`).join()}}`, ['body']],
  [
    '1,000 unknown names',
    `{${Array.from({ length: 1000 }, (_, index) => `"a${String(index)}":1`).join()}}`,
    Array.from({ length: 1000 }, (_, index) => `a${String(index)}`),
  ],
  [
    '1,001 unknown names, of which 1,000 are named',
    `{${Array.from({ length: 1001 }, (_, index) => `"a${String(index)}":1`).join()}}`,
    Array.from({ length: 1000 }, (_, index) => `a${String(index)}`),
  ],
  ['a name of 300 characters', `{"${'a'.repeat(300)}":1}`, ['body']],
  ['a name of 500,000 characters', `{"${'a'.repeat(500_000)}":1}`, ['body']],
  ['a text of 500,000 characters', `{"name":"${'a'.repeat(500_000)}"}`, ['name']],
  ['a megabyte of blanks', `${' '.repeat(1024 * 1024 - 2)}{}`, 200],
  ['a megabyte and a byte', `${' '.repeat(1024 * 1024 - 1)}{}`, 413],
  ['no text', '{"name":""}', ['name']],
  [
    'a field of the record that cannot be changed',
    '{"id":"x","network":"x","signer_id":"x","system_disabled":true}',
    ['id', 'network', 'signer_id', 'system_disabled'],
  ],
];

const numbers: readonly Row[] = (
  [
    ['a fraction', '0.5'],
    ['below zero', '-1'],
    ['2^128', '340282366920938463463374607431768211456'],
    ['an exponent out of reach', '1e400'],
    ['an exponent far out of reach', '1e99999999999999999999'],
    ['a fraction of an exponent', '1e-400'],
    ['a million digits', '1'.repeat(1_000_000)],
    ['a million zeros within', `1${'0'.repeat(1_000_000)}1`],
    ['a million zeros after a point', `0.1${'0'.repeat(1_000_000)}1`],
    ['a text with a sign', '"-1"'],
    ['a text in hex', '"0x10"'],
    ['a text of a million digits', `"${'1'.repeat(1_000_000)}"`],
    ['true', 'true'],
  ] as const
).map(([name, value]) => [`an amount: ${name}`, `{"policies":{"min_balance":${value}}}`, ['policies.min_balance']]);

const bomb = Buffer.alloc(64 * 1024 * 1024, ' ');

const encoded: readonly BodyCase[] = [
  ...patched({ 'content-encoding': 'gzip' }, [
    ['gzip', gzipSync('{}'), 200],
    ['gzip that becomes 64 MB', gzipSync(bomb), 413],
    ['gzip that is none', '{}', ['Content-Encoding']],
    ['gzip that ends too early', gzipSync('{}').subarray(0, 12), ['Content-Encoding']],
    ['gzip in gzip', gzipSync(gzipSync('{}')), ['body']],
  ]),
  ...patched({ 'content-encoding': 'deflate' }, [
    ['deflate', deflateSync('{}'), 200],
    ['deflate that becomes 64 MB', deflateSync(bomb), 413],
  ]),
  ...patched({ 'content-encoding': 'br' }, [
    ['brotli', brotliCompressSync('{}'), 200],
    ['brotli that becomes 64 MB', brotliCompressSync(bomb), 413],
  ]),
  ...patched({ 'content-encoding': 'zstd' }, [['an encoding that nobody knows', '{}', ['Content-Encoding']]]),
  ...patched({ 'content-encoding': 'gzip, gzip' }, [['two encodings', gzipSync(gzipSync('{}')), ['Content-Encoding']]]),
  ...patched({ 'content-type': 'text/plain' }, [['a text', '{}', ['Content-Type']]]),
  ...patched({ 'content-type': 'application/x-www-form-urlencoded' }, [['a form', 'paused=true', ['Content-Type']]]),
  ...patched({ 'content-type': 'application/json; charset=utf-16' }, [['another charset', '{}', ['Content-Type']]]),
  ...patched({ 'content-type': '' }, [['no content type', '{}', ['Content-Type']]]),
];

const SQL = String.raw`'; DROP TABLE relayers; -- " \' OR 1=1 /* %s $1 ? :a`;

const statements: readonly BodyCase[] = (
  [
    ['POST', NOTIFICATIONS, { id: SQL, url: SQL, type: SQL, signing_key: SQL }, ['id', 'type', 'url']],
    ['POST', SIGNERS, { id: SQL, type: SQL, config: { key: SQL } }, ['id', 'type']],
    ['POST', SIGNERS, { id: 'sql', type: 'local', config: { key: SQL } }, ['config.key']],
    [
      'POST',
      '/api/v1/relayers',
      { id: SQL, name: SQL, network: SQL, network_type: SQL, signer_id: SQL, paused: SQL, custom_rpc_urls: SQL },
      ['id', 'signer_id', 'paused', 'custom_rpc_urls', 'network_type'],
    ],
    [
      'PATCH',
      RELAYER,
      { notification_id: 'none', policies: { whitelist_receivers: [SQL] } },
      ['notification_id', 'policies.whitelist_receivers[0]'],
    ],
  ] as const
).map(([method, path, value, faults]) => ({
  name: `statements to ${method} ${path}: ${faults.join(', ')}`,
  method,
  path,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
  status: 400,
  faults,
}));

/** Texts that are sound, however they look: stored and shown character by character. */
export const soundTexts: readonly string[] = [
  SQL,
  '<script>alert(1)</script>',
  '{{7*7}} ${7*7} %{7*7} #{7*7}',
  '../../etc/passwd\n\r\t\u0001\u001b[31m',
  '\u202eright to left\u202c \ufeff \u2028\u2029 \ufffd \uffff',
  '😀👩‍👩‍👧‍👦 e\u0301 İıßẞ',
  '"custom_rpc_urls":null',
  'x'.repeat(255),
];

/** Bodies at and beyond the edges of JSON and of the records. */
export const bodies: readonly BodyCase[] = [...patched({}, [...texts, ...numbers]), ...encoded, ...statements];
