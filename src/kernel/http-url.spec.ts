import { httpUrlFault } from './http-url';

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
