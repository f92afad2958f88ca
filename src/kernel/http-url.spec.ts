import { httpUrlFault, maskUrl, maskUrlsIn } from './http-url';

it.each([
  'https://rpc.example.com',
  'http://127.0.0.1:8545/',
  'HTTPS://[::1]:8545/v1?key=a%20b#x',
  'https://xn--bcher-kva.example/',
  `https://example.com/${'a'.repeat(2028)}`,
])('takes %p', (url) => {
  expect(httpUrlFault(url, { credentials: false })).toBeUndefined();
});

it.each([
  '',
  'rpc.example.com',
  '//rpc.example.com',
  'ftp://example.com',
  'ws://example.com',
  'javascript:alert(1)',
  'https:example.com',
  ' https://example.com',
  `https://example.com/${'a'.repeat(2029)}`,
  7,
  null,
  ['https://example.com'],
])('refuses %p as no http URL', (value) => {
  expect(httpUrlFault(value, { credentials: true })).toBe('must be an http or https URL of at most 2048 characters');
});

it.each([
  'https://',
  'https://example.com:99999',
  'https://exa mple.com',
  'https://example.com/\n',
  'https://example.com\\@evil.example',
  'https://example.com/a\tb',
  'https://example.com/\u0000',
  'https://[::1',
  'https://1.2.3.4.5:x/',
])('refuses %p as not valid', (value) => {
  expect(httpUrlFault(value, { credentials: true })).toBe('must be a valid http or https URL');
});

it.each(['https://user@example.com', 'https://user:password@example.com', 'https://:password@example.com'])(
  'takes %p only where credentials are right',
  (url) => {
    expect(httpUrlFault(url, { credentials: true })).toBeUndefined();
    expect(httpUrlFault(url, { credentials: false })).toBe('must be a URL without a user name or password');
  },
);

it.each([
  'https://rpc.example.com/***',
  'https://rpc.example.com:8545/***',
  'https://***@rpc.example.com/',
  'https://***@rpc.example.com/***',
])('refuses %p, which is a URL that was masked, and says so', (url) => {
  expect(maskUrl(url)).toBe(url);
  for (const credentials of [true, false]) {
    expect(httpUrlFault(url, { credentials })).toBe('must be whole: a part of it is masked by ***');
  }
});

it.each([
  [`${'a.'.repeat(125)}com`, 253, undefined],
  [`${'a.'.repeat(125)}com.`, 254, undefined],
  [`${'a.'.repeat(125)}info`, 254, 'must have a host name of at most 253 characters'],
  ['a'.repeat(254), 254, 'must have a host name of at most 253 characters'],
])('knows host names that are too long: %s', (host, length, fault) => {
  expect(host).toHaveLength(length);
  expect(httpUrlFault(`https://${host}/`, { credentials: false })).toBe(fault);
});

it.each([
  ['no endpoint answers', 'no endpoint answers'],
  ['', ''],
  ['call of https://u:secret@h.example/secret?secret#s failed', 'call of https://***@h.example/*** failed'],
  ['(HTTP://h.example:8080/secret), then', '(http://h.example:8080/*** then'],
  ['wss://h.example/secret\nredis://:secret@h.example:6379/0', 'wss://h.example/***\nredis://***@h.example:6379/***'],
  ['{"url":"https://h.example/secret","x":1}', '{"url":"https://h.example/***'],
  ['https://h.example:secret/ and', '*** and'],
  ['at //u:secret@h.example/secret', 'at ***'],
  ['a path a/b and a / b', 'a path a/b and a / b'],
  [`${'x'.repeat(99)}https://secret@h.example`, `${'x'.repeat(99)}https://***@h.example/***`],
])('masks the URLs in %j', (text, masked) => {
  expect(maskUrlsIn(text)).toBe(masked);
});
