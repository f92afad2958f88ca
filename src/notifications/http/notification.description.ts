import type { Example } from '../../http/openapi/operation';
import { objectSchema } from '../../http/openapi/parts';
import { describeResource } from '../../http/openapi/resource';
import { Notification } from '../domain/notification';
import { NotificationChanges, NotificationDraft } from '../domain/notification.fields';

const ID = 'ops-webhook';
const URL = 'https://hooks.example.com/relayers';

const RULES =
  'A key that signs the deliveries should have 32 bytes or more; a shorter one is accepted, and logged as a warning.';

const example = (summary: string, value: unknown): Example => ({ summary, value });

/** The descriptions of the operations on notifications. */
export const describeNotifications = describeResource({
  name: 'Notification',
  id: ID,
  absent: 'Notification not found',
  shown: (parts) => {
    const { id, type, url, events } = parts.properties(NotificationDraft, 'shown');
    const schema = objectSchema(
      {
        id: { ...id, description: 'Its identifier.' },
        type: { ...type },
        url: { ...url },
        has_signing_key: {
          type: 'boolean',
          description: 'Whether a key signs the deliveries. The key is never shown.',
          examples: [true],
        },
        events: { ...events, description: 'What it is told of beside the events of its relayers; there if it is any.' },
        delivery_state: {
          type: 'string',
          enum: ['failing', 'disabled'],
          description:
            'What is wrong with deliveries, while something is: they fail for days, or were refused for good.',
          examples: ['failing'],
        },
      },
      ['id', 'type', 'url', 'has_signing_key'],
      'A webhook that is told of the events of relayers.',
    );
    const { document } = Notification.create({ id: ID, url: URL, signing_key: 'any' });
    return {
      schema: parts.schema('Notification', schema),
      examples: { webhook: example('With a signing key', document) },
    };
  },
  given: (parts) => ({
    schema: parts.shape(NotificationDraft, 'given', 'CreateNotification'),
    examples: {
      signed: example('With a signing key', {
        id: ID,
        type: 'webhook',
        url: URL,
        signing_key: 'a-secret-of-at-least-32-characters',
      }),
      plain: example('Only what is required', { url: URL }),
      subscribed: example('With events beside those of relayers', { url: URL, events: ['signer_update'] }),
    },
  }),
  patch: {
    rules:
      `A change, all or nothing; what is absent or null stays. An empty string as \`signing_key\` removes the key, any other
string sets it: the one before signs beside it for a while, unless it was removed. Null or an empty list as \`events\` ends
all subscriptions. Another URL or key clears \`delivery_state\`. ${RULES}`.replaceAll('\n', ' '),
    content: (parts) => ({
      schema: parts.schema(
        'UpdateNotificationRequest',
        objectSchema(parts.properties(NotificationChanges, 'patch'), [], 'A change of a notification.'),
      ),
      examples: {
        url: example('Send deliveries elsewhere', { url: 'https://hooks.example.com/other' }),
        key: example('Set the signing key', { signing_key: 'another-secret-of-at-least-32-characters' }),
        no_key: example('Remove the signing key', { signing_key: '' }),
        events: example('End all subscriptions', { events: null }),
      },
    }),
  },
  rules: RULES,
  conflicts: { delete: `Notification ${ID} is used by relayers: sepolia-relayer, mainnet-relayer` },
});
