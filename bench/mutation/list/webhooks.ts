import type { Mutation } from '../mutation';

const SENDER = 'src/deliveries/undici-sender.ts';
const CONNECTOR = 'src/deliveries/guarded-connector.ts';
const CONNECTIONS = 'src/deliveries/connections.ts';
const ANSWER = 'src/deliveries/domain/answer-text.ts';
const ANSWER_SPEC = ['src/deliveries/domain/answer-text.spec.ts'];
const SIGNATURE = 'src/deliveries/domain/signature.ts';
const SIGNATURE_SPEC = ['src/deliveries/domain/signature.spec.ts'];
const TARGETS = ['test/hostile/targets.spec.ts'];
const RECEIVERS = ['test/hostile/receivers.spec.ts'];
const PROXY = ['test/hostile/proxy.spec.ts'];

/** What is sent to webhooks, and to which of them. */
export const webhooks: readonly Mutation[] = [
  {
    name: 'webhook-url-at-the-call',
    kind: 'guard',
    file: SENDER,
    find: 'if (refusal) throw new RefusedAddress(refusal);',
    replace: 'void refusal;',
    tests: PROXY,
  },
  {
    name: 'webhook-addresses-of-names',
    kind: 'guard',
    file: CONNECTOR,
    find: 'if (refusal) throw new RefusedAddress(refusal);',
    replace: 'void refusal;',
    tests: TARGETS,
  },
  {
    name: 'webhook-every-address-of-a-name',
    kind: 'guard',
    file: CONNECTOR,
    find: 'for (const address of addresses) {',
    replace: 'for (const address of addresses.slice(0, 1)) {',
    tests: TARGETS,
  },
  {
    name: 'webhook-judged-address-is-called',
    kind: 'guard',
    file: CONNECTOR,
    find: '    lookup,\n',
    replace: '',
    also: [{ find: 'const lookup: LookupFunction', replace: 'const judging: LookupFunction' }],
    tests: TARGETS,
  },
  {
    name: 'webhook-literal-at-the-connection',
    kind: 'guard',
    file: CONNECTOR,
    find: 'isIP(options.hostname) > 0 ? judgeAddress(options.hostname, policy) : undefined',
    replace: 'judgeAddress("2600::", policy)',
    tests: TARGETS,
  },
  {
    name: 'webhook-name-without-address',
    kind: 'guard',
    file: CONNECTOR,
    find: "if (addresses.length === 0) throw Object.assign(new Error('No address'), { code: 'ENODATA' });",
    replace: '',
    tests: TARGETS,
  },
  {
    name: 'webhook-time-for-a-connection',
    kind: 'limit',
    file: SENDER,
    find: 'await Promise.race([this.attempt(message, answer, patience.signal), end(patience.signal)])',
    replace: 'await (end, this.attempt(message, answer, patience.signal))',
    tests: RECEIVERS,
  },
  {
    name: 'webhook-time-for-an-answer',
    kind: 'limit',
    file: SENDER,
    find: '      signal,\n',
    replace: '',
    also: [
      {
        find: 'signal: AbortSignal): Promise<string | undefined>',
        replace: '_: AbortSignal): Promise<string | undefined>',
      },
    ],
    tests: RECEIVERS,
  },
  {
    name: 'webhook-bytes-of-an-answer',
    kind: 'limit',
    file: SENDER,
    find: 'if (answer.text.isFull) break;',
    replace: '',
    tests: RECEIVERS,
  },
  {
    name: 'webhook-only-2xx',
    kind: 'guard',
    file: SENDER,
    find: 'status >= 200 && status <= 299',
    replace: 'status >= 200 && status <= 399',
    tests: RECEIVERS,
  },
  {
    name: 'webhook-proxy-asked-once',
    kind: 'guard',
    file: CONNECTIONS,
    find: 'callback(new NoTunnel(error.message, { cause: error }), null)',
    replace: 'callback(error, null)',
    tests: PROXY,
  },
  {
    name: 'webhook-answer-characters',
    kind: 'limit',
    file: ANSWER,
    find: '.slice(0, MOST_CHARACTERS)',
    replace: '',
    tests: ANSWER_SPEC,
  },
  {
    name: 'webhook-answer-control-characters',
    kind: 'escape',
    file: ANSWER,
    find: ".replace(HARMFUL, ' ')",
    replace: '.replace(/HARMFUL/, String(HARMFUL))',
    tests: ANSWER_SPEC,
  },
  {
    name: 'webhook-signed-time',
    kind: 'guard',
    file: SIGNATURE,
    find: 'const signed = `${id}.${timestamp}.${body}`;',
    replace: 'const signed = `${id}.${body}`;',
    tests: SIGNATURE_SPEC,
  },
  {
    name: 'webhook-signature-of-the-current-key',
    kind: 'guard',
    file: SIGNATURE,
    find: 'const [current] = keys;',
    replace: 'const current = keys.at(-1);',
    tests: SIGNATURE_SPEC,
  },
];
