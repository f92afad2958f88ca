import { SigningKey } from '../notifications/domain/signing-key';
import { secretTexts } from './secret-texts';

const KEY = 'a-signing-key';

it('are the parts of a URL that can be secrets, as they stand and decoded, the longest first', () => {
  const url = 'https://username:pass%20word@hooks.example.com/v1/hooks/long%2Bsecret?token=another%20secret&short=1';
  expect(secretTexts({ url, keys: [new SigningKey(KEY)] })).toEqual([
    '?token=another%20secret&short=1',
    '?token=another secret&short=1',
    Buffer.from('username:pass word').toString('base64'),
    '/v1/hooks/long%2Bsecret',
    '/v1/hooks/long+secret',
    'another secret',
    KEY,
    'long%2Bsecret',
    'long+secret',
    'pass%20word',
    'pass word',
    'username',
  ]);
});

it('are no words that any answer may have', () => {
  expect(secretTexts({ url: 'https://me@hooks.example.com/hooks?b=c', keys: [] })).toEqual([]);
  expect(secretTexts({ url: 'https://hooks.example.com', keys: [] })).toEqual([]);
});

it('are those of the keys alone where the URL cannot be read', () => {
  expect(secretTexts({ url: 'no URL', keys: [new SigningKey(KEY)] })).toEqual([KEY]);
});
