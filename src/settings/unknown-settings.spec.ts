import { unknownSettings } from './unknown-settings';

it.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['PORTT', 'PORT'],
  ['PROT', 'PORT'],
  ['port', 'PORT'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['API_KEY_FIEL', 'API_KEY_FILE'],
  ['STORAGE_ENCRYPTION_KEYS', 'STORAGE_ENCRYPTION_KEY'],
  ['WEBHOOK_TIMEOUT', 'WEBHOOK_TIMEOUT_SECONDS'],
  ['RELAYCTL_TOKENS', 'RELAYCTL_TOKEN'],
])('%s looks like %s', (variable, nearest) => {
  expect(unknownSettings({ [variable]: 'x' })).toEqual([{ variable, nearest }]);
});

it.each([
  'PATH',
  'HOME',
  'SHELL',
  'HOSTNAME',
  'NODE_ENV',
  'POD_NAME',
  'DATABASE_HOST',
  'REDIS_PORT',
  'REDIS_SERVICE_HOST',
  'KUBERNETES_PORT',
  'LOG_FORMAT',
  'TEST_DATABASE_URL',
])('%s is somebody else\u2019s', (variable) => {
  expect(unknownSettings({ [variable]: 'x' })).toEqual([]);
});

it('says nothing of settings', () => {
  expect(unknownSettings({ PORT: '1', HOST_FILE: 'x', RELAYCTL_TOKEN: 'x' })).toEqual([]);
});
