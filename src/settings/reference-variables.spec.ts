import { readSettings } from './read-settings';
import { referenceVariables } from './reference-variables';
import { unknownSettings } from './unknown-settings';

// All that the OpenZeppelin Relayer 1.8 reads and that is nobody else's.
const CHANGING_NOTHING =
  'REPOSITORY_STORAGE_TYPE RESET_STORAGE_ON_START IN_DOCKER ENABLE_SWAGGER REDIS_READER_URL REDIS_CONNECTION_TIMEOUT_MS REDIS_CONNECTION_MAX_AGE_MS REDIS_POOL_MAX_SIZE REDIS_POOL_TIMEOUT_MS REDIS_READER_POOL_MAX_SIZE QUEUE_BACKEND SQS_QUEUE_TYPE SQS_QUEUE_URL_PREFIX AWS_ACCOUNT_ID PUBSUB_PROJECT_ID PUBSUB_TOPIC_PREFIX PUBSUB_EMULATOR_HOST RABBITMQ_URL RABBITMQ_QUEUE_PREFIX RABBITMQ_PASSIVE_QUEUES LOG_MODE LOG_FORMAT LOG_DATA_DIR LOG_MAX_SIZE RUST_LOG MAX_CONNECTIONS CONNECTION_BACKLOG REQUEST_TIMEOUT_SECONDS RELAYER_CONCURRENCY_LIMIT PROVIDER_MAX_RETRIES PROVIDER_PAUSE_DURATION_SECS RPC_TIMEOUT_MS RPC_FAILURE_THRESHOLD RPC_PAUSE_DURATION_SECS STELLAR_STATUS_RETRY_MAX_MS STELLAR_MAINNET_FEE_FORWARDER_ADDRESS TRANSACTION_EXPIRATION_HOURS DISTRIBUTED_MODE PLUGIN_USE_POOL'.split(
    ' ',
  );
const READ = ['HOST', 'APP_PORT', 'API_KEY', 'REDIS_URL', 'REDIS_KEY_PREFIX', 'CONFIG_DIR', 'CONFIG_FILE_NAME'];

it.each(CHANGING_NOTHING)('%s is said to change nothing, with what does', (variable) => {
  expect(referenceVariables({ [variable]: 'x' })).toEqual([{ variable, instead: expect.any(String) }]);
  expect(unknownSettings({ [variable]: 'x' })).toEqual([]);
});

it.each(READ)('%s is read', (variable) => {
  expect(referenceVariables({ [variable]: 'x' })).toEqual([]);
  expect(unknownSettings({ [variable]: 'x' })).toEqual([]);
});

it('takes APP_PORT where there is no PORT', () => {
  expect(readSettings({ APP_PORT: '9090' }).port).toBe(9090);
  expect(readSettings({ APP_PORT: '9090', PORT: '' }).port).toBe(9090);
  expect(readSettings({ APP_PORT: '9090', PORT: '7070' }).port).toBe(7070);
});

it('says where APP_PORT changes nothing, as another PORT is set', () => {
  const told = [{ variable: 'APP_PORT', instead: 'PORT is set, too, and counts' }];
  expect(referenceVariables({ APP_PORT: '9090', PORT: '7070' })).toEqual(told);
  expect(referenceVariables({ APP_PORT: '9090', PORT_FILE: '/run/port' })).toEqual(told);
  expect(referenceVariables({ APP_PORT: '9090', PORT: '9090' })).toEqual([]);
  expect(referenceVariables({ APP_PORT: '', PORT: '7070' })).toEqual([]);
});

it.each([
  [{}, undefined],
  [{ CONFIG_DIR: '/etc/relayers' }, '/etc/relayers/config.json'],
  [{ CONFIG_FILE_NAME: 'mine.yaml' }, 'config/mine.yaml'],
  [{ CONFIG_DIR: './there', CONFIG_FILE_NAME: 'mine.json' }, 'there/mine.json'],
])('%j names the configuration %s', (environment, file) => {
  expect(readSettings(environment).configuration.file).toBe(file);
});
