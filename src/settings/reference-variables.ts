/** Variables of the OpenZeppelin Relayer that are read here under another name: the name here, and theirs. */
export const ALIASES: Readonly<Record<string, string>> = { PORT: 'APP_PORT' };

/** A variable of the OpenZeppelin Relayer that changes nothing here, and what does. */
export interface ReferenceVariable {
  readonly variable: string;
  readonly instead: string;
}

const CHAINS = 'the process that sends transactions reads it; nothing here asks a chain';
const QUEUES = 'nothing is queued here';
const REDIS = 'Redis only shares rate limits here, by REDIS_URL and REDIS_KEY_PREFIX';
const LOG = 'the log goes to the standard output, a JSON line each; LOG_LEVEL says how much';
const LIMITS = 'limits of requests and connections are fixed; WEB_CONCURRENCY adds processes';

const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/^REPOSITORY_STORAGE_TYPE$/, 'DATABASE_URL says where records are stored'],
  [/^RESET_STORAGE_ON_START$/, 'relayctl apply FILE --prune makes what is stored equal to a file'],
  [/^IN_DOCKER$/, 'CONFIG_DIR says where the configuration is'],
  [/^ENABLE_SWAGGER$/, 'the API description is always served, at /docs'],
  [
    /^REDIS_(READER_URL|CONNECTION_TIMEOUT_MS|CONNECTION_MAX_AGE_MS|POOL_(MAX_SIZE|TIMEOUT_MS)|READER_POOL_MAX_SIZE)$/,
    REDIS,
  ],
  [
    /^(QUEUE_BACKEND|SQS_QUEUE_(TYPE|URL_PREFIX)|AWS_ACCOUNT_ID|(PUBSUB|RABBITMQ|BACKGROUND_WORKER)_[A-Z0-9_]+)$/,
    QUEUES,
  ],
  [/^(LOG_(MODE|FORMAT|DATA_DIR|MAX_SIZE)|RUST_LOG)$/, LOG],
  [/^(MAX_CONNECTIONS|CONNECTION_BACKLOG|REQUEST_TIMEOUT_SECONDS|RELAYER_CONCURRENCY_LIMIT)$/, LIMITS],
  [/^(PROVIDER_[A-Z0-9_]+|RPC_(TIMEOUT_MS|FAILURE_THRESHOLD|PAUSE_DURATION_SECS)|STELLAR_[A-Z0-9_]+)$/, CHAINS],
  [/^(TRANSACTION_EXPIRATION_HOURS|DISTRIBUTED_MODE)$/, CHAINS],
  [/^PLUGIN_[A-Z0-9_]+$/, 'plugins are kept here, and run by the process that sends transactions'],
];

/** The variables of the OpenZeppelin Relayer that are set and change nothing here. */
export const referenceVariables = (environment: NodeJS.ProcessEnv): readonly ReferenceVariable[] => [
  ...Object.entries(ALIASES).flatMap(([name, variable]) => {
    const given = [environment[name], environment[`${name}_FILE`]].find((value = '') => value !== '');
    const { [variable]: theirs = '' } = environment;
    const isUnread = theirs !== '' && given !== undefined && given !== theirs;
    return isUnread ? [{ variable, instead: `${name} is set, too, and counts` }] : [];
  }),
  ...Object.keys(environment).flatMap((variable) => {
    const [, instead] = INSTEAD.find(([name]) => name.test(variable)) ?? [];
    return instead === undefined ? [] : [{ variable, instead }];
  }),
];
