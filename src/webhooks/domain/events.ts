import type { JsonSchema } from '../../kernel/declarations';

/** The kinds of records that there are events about. */
export type Subject = 'relayer' | 'notification' | 'signer' | 'network' | 'plugin';

/** An event for webhooks, and what its payload has. */
export interface WebhookEvent {
  /** What the OpenZeppelin Relayer calls such events, or would. */
  readonly event: string;
  /** Tells the events of one name apart; no two have the same. */
  readonly payloadType: string;
  /** When it is sent. */
  readonly summary: string;
  /** What it is about: the payload has its public form under this name. */
  readonly subject: Subject;
  /** Whether the payload has the version of what it is about. */
  readonly isVersioned: boolean;
  /** What else the payload has. */
  readonly more: Readonly<Record<string, JsonSchema>>;
}

const about =
  (subject: Subject, event: string) =>
  (payloadType: string, summary: string, more: WebhookEvent['more'] = {}): WebhookEvent => ({
    event,
    payloadType,
    summary,
    subject,
    isVersioned: true,
    more,
  });

const relayer = about('relayer', 'relayer_update');
const relayerState = about('relayer', 'relayer_state_update');
const signer = about('signer', 'signer_update');
const network = about('network', 'network_update');
const plugin = about('plugin', 'plugin_update');

/** Every event for webhooks. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  relayer('relayer_created', 'A relayer was created'),
  relayer('relayer_updated', 'A relayer was changed'),
  relayer('relayer_deleted', 'A relayer was deleted'),
  relayerState('relayer_paused', 'A relayer was stopped by its operator'),
  relayerState('relayer_resumed', 'A relayer that was stopped goes on'),
  relayerState('relayer_disabled', 'A runtime took a relayer out of service', {
    disable_reason: { type: 'string', description: 'Why, for people.', examples: ['No endpoint answers'] },
  }),
  relayerState('relayer_enabled', 'A runtime put a relayer back into service', {
    retry_count: { type: 'integer', minimum: 0, description: 'How often the runtime had to try.', examples: [3] },
  }),
  about('notification', 'notification_update')('notification_updated', 'The notification itself was changed'),
  {
    ...about('notification', 'notification_test')('notification_test', 'Somebody asked for a test'),
    isVersioned: false,
  },
  signer('signer_created', 'A signer was created'),
  signer('signer_deleted', 'A signer was deleted'),
  network('network_created', 'A network was created'),
  network('network_updated', 'A network was changed'),
  network('network_deleted', 'A network was deleted'),
  plugin('plugin_created', 'A plugin was created'),
  plugin('plugin_updated', 'A plugin was changed'),
  plugin('plugin_deleted', 'A plugin was deleted'),
];
